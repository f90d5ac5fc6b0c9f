// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The trail of a ``TrailStyle``.
public struct BuiltInTrail: Trail {
    /// The style of the trail.
    public let style: TrailStyle
    private var line: LineTrail
    private var fire: FireTrail

    /// Creates the trail of a style.
    /// - Parameters:
    ///   - style: The style of the trail.
    ///   - seed: The random seed for ``FireTrail``.
    ///   - line: The appearance of a line trail.
    ///   - fire: The appearance of a fire trail.
    public init(
        _ style: TrailStyle, seed: UInt64, line: LineTrail.Parameters = .init(), fire: FireTrail.Parameters = .init()
    ) {
        self.style = style
        self.line = LineTrail(line)
        self.fire = FireTrail(seed: seed, parameters: fire)
    }

    public mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double) {
        switch style {
        case .none: break
        case .line: line.touch(finger, at: position, time: time)
        case .fire: fire.touch(finger, at: position, time: time)
        }
    }

    public mutating func lift(_ finger: UInt32, time: Double) {
        switch style {
        case .none: break
        case .line: line.lift(finger, time: time)
        case .fire: fire.lift(finger, time: time)
        }
    }

    public mutating func advance(to time: Double) {
        switch style {
        case .none: break
        case .line: line.advance(to: time)
        case .fire: fire.advance(to: time)
        }
    }

    public mutating func clear() {
        line.clear()
        fire.clear()
    }

    public var isQuiet: Bool { line.isQuiet && fire.isQuiet }

    public func visitSprites(_ body: (TrailSprite) -> Void) { fire.visitSprites(body) }

    public func visitInk(_ body: (TrailInk) -> Void) { line.visitInk(body) }
}

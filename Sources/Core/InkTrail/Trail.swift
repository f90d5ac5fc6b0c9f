// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The visual feedback for fingers that draw on a picture. It may continue for a short time after they lift. An app can
/// supply its own trail.
///
/// The host reports touches as they happen, advances the trail to each frame's time, and draws the output of
/// ``visitInk(_:)`` and then ``visitSprites(_:)``, in that order. It computes no geometry.
///
/// All times are in seconds on one clock of the host with an arbitrary origin. Positions are in the surface's points.
public protocol Trail: Sendable {
    /// Reports that a finger touched the surface or moved.
    /// - Parameters:
    ///   - finger: A number that no other finger on the surface has.
    ///   - position: The position in points. A position that a `Stroke` would reject is ignored.
    ///   - time: The time of the measurement. It may lie slightly before the last frame's.
    mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double)

    /// Reports that a finger left the surface or that the system cancelled its touch.
    mutating func lift(_ finger: UInt32, time: Double)

    /// Advances to a frame's time. A clock that stands still, jumps or runs backwards does no harm.
    mutating func advance(to time: Double)

    /// Discards everything: fingers, their traces, and the clock.
    mutating func clear()

    /// A Boolean value that indicates whether nothing is visible and nothing will be before the next touch. The host
    /// can then stop requesting frames.
    var isQuiet: Bool { get }

    /// Passes the sprites to draw to `body`, in order.
    ///
    /// - Complexity: O(sprites).
    func visitSprites(_ body: (TrailSprite) -> Void)

    /// Passes the outlines to fill to `body`, in order, before the sprites.
    ///
    /// - Complexity: O(outlines).
    func visitInk(_ body: (TrailInk) -> Void)
}

extension Trail {
    /// Passes no sprites. The default for trails without sprites.
    public func visitSprites(_ body: (TrailSprite) -> Void) {}

    /// Passes no outlines. The default for trails without outlines.
    public func visitInk(_ body: (TrailInk) -> Void) {}
}

extension InkPoint {
    /// A Boolean value that indicates whether a stroke would accept the point.
    var isDrawable: Bool { isFinite && abs(x) <= Stroke.coordinateLimit && abs(y) <= Stroke.coordinateLimit }
}

/// An outline that a ``Trail`` fills with one even colour, even where it crosses itself.
public struct TrailInk: Sendable {
    /// The outline in the surface's points. Fill it by the non-zero winding rule.
    public var outline: StrokeOutline
    /// The colour with straight alpha, drawn over the existing content.
    public var color: SRGBColor

    public init(outline: StrokeOutline, color: SRGBColor) {
        self.outline = outline
        self.color = color
    }
}

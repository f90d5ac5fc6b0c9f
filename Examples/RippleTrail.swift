// SPDX-License-Identifier: MIT
import Ink

/// A trail in which every touch emits a ripple that lasts half a second.
struct RippleTrail: Trail {
    private struct Ripple {
        var centre: InkPoint
        var start: Double
    }

    private static let lifetime = 0.5
    private var ripples: [Ripple] = []
    private var now = 0.0

    mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double) {
        guard position.isFinite && ripples.count < 500 else { return }
        ripples.append(Ripple(centre: position, start: time))
    }

    mutating func lift(_ finger: UInt32, time: Double) {}

    mutating func advance(to time: Double) {
        now = time
        ripples.removeAll { time - $0.start > Self.lifetime }
    }

    mutating func clear() { ripples = [] }

    var isQuiet: Bool { ripples.isEmpty }

    func visitSprites(_ body: (TrailSprite) -> Void) {
        for ripple in ripples {
            let age = min(max((now - ripple.start) / Self.lifetime, 0), 1)
            let color = SRGBColor(red: 90, green: 180, blue: 255, alpha: UInt8(120 * (1 - age)))
            body(TrailSprite(position: ripple.centre, radius: 4 + 20 * age, color: color, blend: .over))
        }
    }
}

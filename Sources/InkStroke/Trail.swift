// SPDX-License-Identifier: MIT
import InkGeometry

/// What is seen of fingers while they draw on a picture, and for a moment after. An app can bring its own.
///
/// The host hands over what fingers do as it happens, asks for the state at each frame's time, and draws what
/// ``visitInk(_:)`` and then ``visitSprites(_:)`` give out, in that order. It computes no geometry.
///
/// All times are in seconds on one clock of the host's, whatever its origin. Positions are in the surface's points.
public protocol Trail {
    /// A finger touches, or has moved.
    /// - Parameters:
    ///   - finger: any number that no other finger on the surface has.
    ///   - position: in points; one that a ``Stroke`` would not take is passed over.
    ///   - time: when the device measured it. May lie a little before the last frame's.
    mutating func touch(_ finger: UInt32, at position: Point, time: Double)

    /// A finger leaves the surface, or the system takes it away.
    mutating func lift(_ finger: UInt32, time: Double)

    /// Goes on to a frame's time. A clock that stands, jumps or runs backwards does no harm.
    mutating func advance(to time: Double)

    /// Forgets everything: fingers, what they left, and the clock.
    mutating func clear()

    /// Nothing is seen, and nothing will be before the next touch: the host need not ask for frames.
    var isQuiet: Bool { get }

    /// Gives out the sprites to draw, in order. Complexity: O(sprites).
    func visitSprites(_ body: (TrailSprite) -> Void)

    /// Gives out the outlines to fill, in order, before the sprites. Complexity: O(outlines).
    func visitInk(_ body: (TrailInk) -> Void)
}

extension Trail {
    /// No sprites, for trails that have none.
    public func visitSprites(_ body: (TrailSprite) -> Void) {}

    /// No outlines, for trails that have none.
    public func visitInk(_ body: (TrailInk) -> Void) {}
}

extension Point {
    /// Whether a stroke would take it.
    var isDrawable: Bool { isFinite && abs(x) <= Stroke.coordinateLimit && abs(y) <= Stroke.coordinateLimit }
}

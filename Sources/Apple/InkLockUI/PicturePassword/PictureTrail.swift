// SPDX-License-Identifier: MIT
import InkStroke
import InkTrail

/// The visual feedback for fingers that draw on a picture. It may continue for a short time after they lift.
public enum PictureTrail: Sendable {
    /// A built-in trail. With reduced motion, the line replaces fire.
    case style(TrailStyle)
    /// A custom trail. Its outlines and sprites are drawn over the picture in each frame until it is quiet. Positions
    /// are in the view's points, and times in seconds since the device started. Each screen starts with a copy.
    ///
    /// With reduced motion, `reducedMotion` is drawn instead. Pass the same trail again if it contains no motion of
    /// its own.
    case custom(any Trail, reducedMotion: any Trail = LineTrail())

    /// Fire, or a line with reduced motion.
    public static var fire: PictureTrail { .style(.fire) }
    /// A line that fades.
    public static var line: PictureTrail { .style(.line) }
    /// No trail, as protection against onlookers.
    public static var none: PictureTrail { .style(.none) }

    /// Returns a new trail.
    /// - Parameter seed: The seed of fire, whose particles are random.
    func trail(reducedMotion: Bool, seed: UInt64) -> any Trail {
        switch self {
        case .style(let style): BuiltInTrail(style.effective(reducedMotion: reducedMotion), seed: seed)
        case .custom(let trail, let replacement): reducedMotion ? replacement : trail
        }
    }
}

// SPDX-License-Identifier: MIT
import InkStroke

/// What is seen of fingers while they draw on a picture, and for a moment after.
public enum PictureTrail {
    /// One of InkLock's. Where less motion is asked for, fire is a line.
    case style(TrailStyle)
    /// The app's own: its outlines and sprites are drawn over the picture in every frame until it is quiet, in the points
    /// of the view. Times are in seconds since the device's start. Each screen begins with a copy of it.
    ///
    /// Where less motion is asked for, `calm` is drawn instead: the same again, if nothing about it moves by itself.
    case own(any Trail, calm: any Trail = LineTrail())

    /// InkLock's fire; a line where less motion is asked for.
    public static var fire: PictureTrail { .style(.fire) }
    /// A line that fades.
    public static var line: PictureTrail { .style(.line) }
    /// Nothing is seen: against onlookers.
    public static var none: PictureTrail { .style(.none) }

    /// - Parameter seed: for fire, which differs from seed to seed.
    func trail(reducedMotion: Bool, seed: UInt64) -> any Trail {
        switch self {
        case .style(let style): BuiltInTrail(style.effective(reducedMotion: reducedMotion), seed: seed)
        case .own(let trail, let calm): reducedMotion ? calm : trail
        }
    }
}

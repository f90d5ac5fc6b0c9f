// SPDX-License-Identifier: MIT

/// A type that converts finger paths on a picture to a gesture. ``GestureReader`` supports taps and paths. An app with
/// its own kinds of parts supplies another reader, which can delegate the rest to `GestureReader`.
public protocol GestureReading: Sendable {
    /// Returns the gesture that the finger paths make, with its parts in order. Paths are in picture units, with times
    /// on one clock.
    ///
    /// This method is called repeatedly during drawing, while the last path grows.
    func gesture(from paths: [FingerPath]) -> PictureGesture
}

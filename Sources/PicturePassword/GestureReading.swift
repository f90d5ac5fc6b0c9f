// SPDX-License-Identifier: MIT

/// Reads what fingers did on a picture as a gesture. ``GestureReader`` knows taps and paths; an app with kinds of its own
/// brings another, which may leave to it what it does not know itself.
public protocol GestureReading {
    /// The parts that the ways of fingers make, in order. Each is in picture units, with times on one clock.
    ///
    /// While something is drawn this is asked again and again, with the last finger's way growing.
    func gesture(from paths: [FingerPath]) -> Gesture
}

// SPDX-License-Identifier: MIT

/// A property of a captured signature that lowers its value as evidence. The app decides what to do about it.
public enum SignatureFlaw: UInt8, Hashable, Sendable, CaseIterable {
    /// There is no line, only dots.
    case onlyDots
    /// The line is too short, or was drawn in too little time, to show a hand.
    case tooShort
    /// The line runs along the edge of the surface or beyond, so that a part of it is lost.
    case clipped
    /// There are fewer samples than the device reports in the time of the strokes.
    case samplesMissing
    /// The line was drawn faster than a hand can move.
    case impossibleSpeed
    /// The samples equal those of an earlier signature. No hand repeats a signature so exactly.
    case repeated
}

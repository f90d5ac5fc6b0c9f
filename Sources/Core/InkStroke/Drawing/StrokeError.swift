// SPDX-License-Identifier: MIT

/// An error that rejects a sample or an edit. Nothing changes when one of these is thrown.
public enum StrokeError: Error, Hashable, Sendable {
    /// A coordinate or a time is NaN or infinite. Leave the sample out.
    case notFinite
    /// A coordinate is further than ``Stroke/coordinateLimit`` points from the origin, or a time further than
    /// ``Stroke/timeLimit`` seconds from the stroke's start.
    case outOfRange
    /// There is no stroke in progress for `append`, `end` or `cancel`. Call `begin` first.
    case noStrokeInProgress
    /// A stroke is in progress, which `begin`, `undo`, `redo`, `clear` and `replaceAll` do not allow. Call `end` or
    /// `cancel` first.
    case strokeInProgress
}

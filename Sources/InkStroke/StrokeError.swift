// SPDX-License-Identifier: MIT

/// Why a sample or an edit was refused. Nothing has changed when one of these is thrown.
public enum StrokeError: Error, Hashable, Sendable {
    /// A coordinate or a time was NaN or infinite: leave the sample out.
    case notFinite
    /// A coordinate lay further than ``Stroke/coordinateLimit`` points from the origin, or a time further than
    /// ``Stroke/timeLimit`` seconds from the stroke's start.
    case outOfRange
    /// `append`, `end` or `cancel` without a stroke in progress: call `begin` first.
    case noStrokeInProgress
    /// `begin`, `undo`, `redo`, `clear` or `replaceAll` while a stroke is in progress: call `end` or `cancel` first.
    case strokeInProgress
}

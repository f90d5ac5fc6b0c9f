// SPDX-License-Identifier: MIT
import InkRaster
import InkStroke

/// A reason why a call failed. The call returns ``RawRepresentable/refusal``.
public enum Failure: UInt8, CaseIterable {
    /// A number is NaN or infinite.
    case notFinite
    /// A number exceeds the limits of a drawing.
    case outOfRange
    /// There is no stroke in progress.
    case noStrokeInProgress
    /// A stroke is in progress.
    case strokeInProgress
    /// There is nothing to show: no area, no drawing, or a size that is not a number.
    case empty
    /// There are too many pixels.
    case tooLarge
    /// The input bytes are malformed.
    case malformed

    /// Creates the failure for an error of the editor.
    public init(_ error: StrokeError) {
        switch error {
        case .notFinite: self = .notFinite
        case .outOfRange: self = .outOfRange
        case .noStrokeInProgress: self = .noStrokeInProgress
        case .strokeInProgress: self = .strokeInProgress
        }
    }

    /// Creates the failure for an error of a bitmap.
    public init(_ error: RasterError) {
        switch error {
        case .empty: self = .empty
        case .tooLarge: self = .tooLarge
        }
    }
}

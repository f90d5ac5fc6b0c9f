// SPDX-License-Identifier: MIT
import InkStroke

extension Drawing {
    /// Checks that no stroke is too long for readers, which count a stroke's times from its first sample up to
    /// `Stroke.timeLimit`. Rounding may add a millisecond.
    /// - Throws: `.unwritable` for a stroke that lasts longer.
    /// - Complexity: O(strokes).
    func checkDurations() throws(DrawingFileError) {
        guard strokes.allSatisfy({ $0.duration <= Stroke.timeLimit - 0.01 }) else {
            throw .unwritable(reason: "A stroke lasts longer than the twelve days that the format's readers take.")
        }
    }
}

// SPDX-License-Identifier: MIT
import Dispatch
import InkRaster
import InkStroke

extension Rendering {
    /// Renders a drawing on several threads.
    ///
    /// The bytes equal those of ``bitmap(_:)``. Several threads are faster only for large bitmaps.
    /// - Parameters:
    ///   - drawing: The drawing, whose outlines exist already.
    ///   - threadCount: The maximum number of threads, including the current one. Less than 1 counts as 1.
    /// - Throws: `.empty` or `.tooLarge`.
    /// - Complexity: That of ``bitmap(_:)``, divided among the threads, plus O(samples) for each.
    public func bitmap(_ drawing: InkedDrawing, threadCount: Int) throws(RasterError) -> Bitmap {
        try bitmap(drawing, partCount: threadCount) { DispatchQueue.concurrentPerform(iterations: $0, execute: $1) }
    }
}

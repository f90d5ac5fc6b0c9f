// SPDX-License-Identifier: MIT
import Dispatch
import InkRaster
import InkStroke

extension Rendering {
    /// Renders a drawing on several threads.
    ///
    /// The bytes are those of ``bitmap(_:)``. Two threads pay for large bitmaps alone.
    /// - Parameters:
    ///   - drawing: The drawing, whose outlines exist already.
    ///   - threadCount: The greatest number of threads, this one included. Less than 1 counts as 1.
    /// - Throws: `.empty` or `.tooLarge`.
    /// - Complexity: That of ``bitmap(_:)``, divided among the threads, plus O(samples) for each.
    public func bitmap(_ drawing: InkedDrawing, threadCount: Int) throws(RasterError) -> Bitmap {
        try bitmap(drawing, partCount: threadCount) { DispatchQueue.concurrentPerform(iterations: $0, execute: $1) }
    }
}

// SPDX-License-Identifier: MIT

/// An image's rows resampled to a target's width, a few of them at a time: all of them could need far more memory than
/// the image and the target.
struct ResampledLines {
    /// The most pixels that are kept, beyond two rows: 16 MB of them.
    private static var pixelLimit: Int { 4_194_304 }

    private let image: Bitmap
    private let columns: Resampling
    /// The row that each place in ``pixels`` holds; none at first.
    private var rows: [Int]
    /// Premultiplied.
    private(set) var pixels: [UInt32]

    /// - Parameter capacity: how many rows that follow each other are asked for again and again. Where they are too
    ///   many to keep, some are resampled twice.
    init(_ image: Bitmap, _ columns: Resampling, capacity: Int) {
        self.image = image
        self.columns = columns
        let count = max(2, min(capacity, Self.pixelLimit / max(1, columns.targetCount)))
        rows = [Int](repeating: -1, count: count)
        pixels = [UInt32](repeating: 0, count: count * columns.targetCount)
    }

    /// Returns the index in ``pixels`` at which row `y` of the image begins.
    /// - Complexity: O(1) for a row that is kept, else O(pixels of the row).
    @inline(never) mutating func start(of y: Int) -> Int {
        let place = y % rows.count
        let start = place * columns.targetCount
        if rows[place] != y {
            rows[place] = y
            columns.across(image, row: y, into: &pixels, at: start)
        }
        return start
    }
}

// SPDX-License-Identifier: MIT

/// A cache of an image's rows, resampled to the width of a target. It keeps only some rows, because all of them could
/// need far more memory than the image and the target.
struct ResampledLines {
    /// The maximum number of cached pixels if there are more than two rows: 16 MB.
    private static var pixelLimit: Int { 4_194_304 }

    private let image: Bitmap
    private let columns: Resampling
    /// The index of the row in each slot of ``pixels``.
    private var rows: [Int]
    /// The pixels with premultiplied alpha.
    private(set) var pixels: [UInt32]

    /// - Parameter capacity: The number of consecutive rows that are used repeatedly. If the cache cannot keep them
    ///   all, some are resampled twice.
    init(_ image: Bitmap, _ columns: Resampling, capacity: Int) {
        self.image = image
        self.columns = columns
        let count = max(2, min(capacity, Self.pixelLimit / max(1, columns.targetCount)))
        rows = [Int](repeating: -1, count: count)
        pixels = [UInt32](repeating: 0, count: count * columns.targetCount)
    }

    /// Returns the index in ``pixels`` at which row `y` of the image begins.
    /// - Complexity: O(1) for a cached row; otherwise O(pixels of the row).
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

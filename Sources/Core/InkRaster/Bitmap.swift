// SPDX-License-Identifier: MIT
import InkStroke

/// Pixels in memory: sRGB with straight alpha, 8 bits per channel, rows from the top.
public struct Bitmap: Hashable, Sendable {
    /// The maximum length of a side in pixels.
    public static var sideLimit: Int32 { 32_768 }
    /// The maximum number of pixels. They take 400 MB.
    public static var pixelLimit: Int { 100_000_000 }

    /// The width in pixels, 1...``sideLimit``.
    public let width: Int32
    /// The height in pixels, 1...``sideLimit``.
    public let height: Int32
    /// The pixels, row by row. Red is in the lowest byte of a pixel and alpha in the highest, so that the byte order in
    /// memory on little-endian machines, the only ones that InkLock supports, is R, G, B, A.
    public internal(set) var pixels: [UInt32]

    /// Creates a bitmap of one colour.
    /// - Throws: `.empty` or `.tooLarge`.
    @inline(never) public init(width: Int32, height: Int32, color: SRGBColor = .clear) throws(RasterError) {
        let count = try Self.pixelCount(width, height)
        self.width = width
        self.height = height
        let pixel = Self.pixel(color)
        pixels = [UInt32](unsafeUninitializedCapacity: count) { memory, initializedCount in
            if pixel == 0 {
                // Bytes of a constant zero let the compiler clear the memory as a whole.
                UnsafeMutableRawBufferPointer(memory).initializeMemory(as: UInt8.self, repeating: 0)
            } else {
                memory.initialize(repeating: pixel)
            }
            initializedCount = count
        }
    }

    #if !hasFeature(Embedded)
        /// Creates a bitmap whose pixels are written before they are read.
        /// - Throws: `.empty` or `.tooLarge`.
        init(uninitializedWidth width: Int32, height: Int32) throws(RasterError) {
            pixels = [UInt32](uninitializedCount: try Self.pixelCount(width, height))
            self.width = width
            self.height = height
        }
    #endif

    @inline(__always) private static func pixelCount(_ width: Int32, _ height: Int32) throws(RasterError) -> Int {
        guard width > 0 && height > 0 else { throw .empty }
        guard width <= sideLimit && height <= sideLimit, Int64(width) &* Int64(height) <= pixelLimit
        else { throw .tooLarge }
        return Int(width) * Int(height)
    }

    /// Creates a bitmap from straight RGBA bytes, four per pixel. Missing bytes at the end count as transparent.
    /// - Throws: `.empty` or `.tooLarge`.
    public init(width: Int32, height: Int32, rgba: UnsafeBufferPointer<UInt8>) throws(RasterError) {
        try self.init(width: width, height: height)
        for i in 0..<min(pixels.count, rgba.count / 4) {
            pixels[i] =
                UInt32(rgba[4 * i]) | UInt32(rgba[4 * i + 1]) << 8 | UInt32(rgba[4 * i + 2]) << 16
                | UInt32(rgba[4 * i + 3]) << 24
        }
    }

    /// The rectangle of all pixels.
    public var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

    /// The pixel in column `x` of row `y`. The position must lie inside the bitmap.
    public subscript(x: Int32, y: Int32) -> SRGBColor {
        let p = pixels[Int(y) * Int(width) + Int(x)]
        return SRGBColor(
            red: UInt8(truncatingIfNeeded: p), green: UInt8(truncatingIfNeeded: p >> 8),
            blue: UInt8(truncatingIfNeeded: p >> 16), alpha: UInt8(truncatingIfNeeded: p >> 24))
    }

    /// A copy of the pixels as straight RGBA bytes, four per pixel, row by row. To read them without a copy, use
    /// ``withUnsafeBytes(_:)``.
    /// - Complexity: O(pixels).
    public var rgba: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 4)
        for p in pixels {
            bytes.append(UInt8(truncatingIfNeeded: p))
            bytes.append(UInt8(truncatingIfNeeded: p >> 8))
            bytes.append(UInt8(truncatingIfNeeded: p >> 16))
            bytes.append(UInt8(truncatingIfNeeded: p >> 24))
        }
        return bytes
    }

    /// Passes the bytes of ``pixels`` to `body` without copying them: R, G, B, A with straight alpha, row by row.
    /// - Parameter body: The function that reads the bytes. It must not keep the pointer.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    /// - Complexity: O(1), beside `body`.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try pixels.withUnsafeBufferPointer { pixels throws(Failure) in try body(UnsafeRawBufferPointer(pixels)) }
    }

    /// Copies `area` from a bitmap of the same size.
    @inline(never) mutating func copy(_ area: PixelRect, from other: Bitmap) {
        let area = area.intersection(bounds).intersection(other.bounds)
        guard !area.isEmpty && other.width == width else { return }
        let width = Int(width)
        pixels.withUnsafeMutableBufferPointer { pixels in
            other.pixels.withUnsafeBufferPointer { others in
                for y in area.minY..<area.maxY {
                    let row = Int(y) * width
                    let columns = (row + Int(area.minX))..<(row + Int(area.maxX))
                    _ = UnsafeMutableBufferPointer(rebasing: pixels[columns])
                        .update(fromContentsOf: UnsafeBufferPointer(rebasing: others[columns]))
                }
            }
        }
    }

    @inline(__always) static func pixel(_ color: SRGBColor) -> UInt32 {
        UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(color.alpha) << 24
    }
}

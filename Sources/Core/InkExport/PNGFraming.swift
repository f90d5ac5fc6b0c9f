// SPDX-License-Identifier: MIT

/// Reads and writes PNG files (W3C Recommendation, ISO/IEC 15948), without the compression. Rows are filtered before
/// it, and chunks are added after it.
///
/// Compress ``scanlines(width:height:rgba:)`` into a zlib stream (RFC 1950), with zlib or with the browser's
/// `CompressionStream("deflate")`, and pass that to ``file(width:height:compressed:pixelsPerMetre:)``.
public enum PNGFraming {
    /// The eight bytes at the start of every PNG file.
    public static var signature: [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] }

    /// Returns the rows as PNG stores them: each is the number of its filter, followed by the filtered bytes.
    ///
    /// Every row gets the filter whose bytes, taken as signed, have the smallest sum of magnitudes. The PNG
    /// specification suggests this heuristic in its section on filter selection.
    /// - Parameters:
    ///   - width: The number of pixels in a row, at least 1.
    ///   - height: The number of rows, at least 1.
    ///   - rgba: The red, green, blue and straight alpha bytes of every pixel, row by row from the top; exactly 4 ·
    ///     width · height bytes.
    /// - Complexity: O(pixels).
    public static func scanlines(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
        precondition(
            width > 0 && height > 0 && rgba.count == 4 * width * height, "rgba must contain 4 · width · height bytes")
        let stride = 4 * width
        var output: [UInt8] = []
        output.reserveCapacity((stride + 1) * height)
        let blank = [UInt8](repeating: 0, count: stride)
        rgba.withUnsafeBufferPointer { pixels in
            blank.withUnsafeBufferPointer { blank in
                for y in 0..<height {
                    let row = UnsafeBufferPointer(rebasing: pixels[y * stride..<(y + 1) * stride])
                    let above =
                        y == 0 ? blank : UnsafeBufferPointer(rebasing: pixels[(y - 1) * stride..<y * stride])
                    append(row, above: above, to: &output)
                }
            }
        }
        return output
    }

    /// Appends one row as ``scanlines(width:height:rgba:)`` stores it: the filter's number and the filtered bytes.
    /// - Parameters:
    ///   - row: The red, green, blue and straight alpha values of the row's pixels.
    ///   - above: The row above, of the same length; zeros for the first row.
    ///   - output: The array to which 1 + `row.count` bytes are appended.
    /// - Complexity: O(`row.count`).
    public static func append(
        _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) {
        precondition(row.count == above.count, "rows have to be of one length")
        let filter = PNGFilter.best(for: row, above: above)
        output.append(filter.rawValue)
        for i in 0..<row.count { output.append(filter.filtered(row, above, i)) }
    }

    /// Returns a complete file of 8-bit RGBA in the sRGB colour space.
    /// - Parameters:
    ///   - width: The number of pixels in a row, 1 ... 2³¹ − 1.
    ///   - height: The number of rows, 1 ... 2³¹ − 1.
    ///   - compressed: The zlib stream of ``scanlines(width:height:rgba:)``, less than 2³¹ bytes.
    ///   - pixelsPerMetre: The declared resolution in both directions, or `nil` to declare none. 72 dpi is 2,835.
    /// - Complexity: O(`compressed.count`).
    public static func file(
        width: Int, height: Int, compressed: [UInt8], pixelsPerMetre: UInt32? = nil
    ) -> [UInt8] {
        file(width: width, height: height, colorType: .rgba, compressed: compressed, pixelsPerMetre: pixelsPerMetre)
    }

    /// The pixel formats that InkLock writes, with 8 bits per channel. The raw values are PNG's.
    enum ColorType: UInt8 {
        case gray = 0
        case rgba = 6
    }

    static func file(
        width: Int, height: Int, colorType: ColorType, compressed: [UInt8], pixelsPerMetre: UInt32? = nil
    ) -> [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(compressed.count + 100)
        appendStart(width: width, height: height, colorType: colorType, pixelsPerMetre: pixelsPerMetre, to: &file)
        appendPixels(compressed, to: &file)
        appendEnd(to: &file)
        return file
    }

    /// Appends the start of a file of 8-bit RGBA. Then call ``appendPixels(_:to:)`` one or more times, and
    /// ``appendEnd(to:)``.
    /// - Parameters:
    ///   - width: The number of pixels in a row, 1 ... 2³¹ − 1.
    ///   - height: The number of rows, 1 ... 2³¹ − 1.
    ///   - pixelsPerMetre: The declared resolution; see ``file(width:height:compressed:pixelsPerMetre:)``.
    ///   - file: The array to which the bytes are appended.
    /// - Complexity: O(1).
    public static func appendStart(width: Int, height: Int, pixelsPerMetre: UInt32?, to file: inout [UInt8]) {
        appendStart(width: width, height: height, colorType: .rgba, pixelsPerMetre: pixelsPerMetre, to: &file)
    }

    @inline(never) static func appendStart(
        width: Int, height: Int, colorType: ColorType, pixelsPerMetre: UInt32?, to file: inout [UInt8]
    ) {
        let limit = Int(Int32.max)
        precondition(1...limit ~= width && 1...limit ~= height, "PNG counts to 2³¹ − 1")
        file += signature
        let eightBits: UInt8 = 8
        append(
            (0x49, 0x48, 0x44, 0x52),  // IHDR
            bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [eightBits, colorType.rawValue, 0, 0, 0], to: &file)
        append((0x73, 0x52, 0x47, 0x42), [0], to: &file)  // sRGB, perceptual intent
        if let density = pixelsPerMetre {
            append((0x70, 0x48, 0x59, 0x73), bigEndian(density) + bigEndian(density) + [1], to: &file)  // pHYs
        }
    }

    /// Appends one chunk of less than 2³¹ bytes of the zlib stream.
    ///
    /// - Complexity: O(`compressed.count`).
    public static func appendPixels(_ compressed: [UInt8], to file: inout [UInt8]) {
        precondition(compressed.count <= Int(Int32.max), "PNG counts to 2³¹ − 1")
        append((0x49, 0x44, 0x41, 0x54), compressed, to: &file)  // IDAT
    }

    /// Appends the end of a file.
    ///
    /// - Complexity: O(1).
    public static func appendEnd(to file: inout [UInt8]) {
        append((0x49, 0x45, 0x4E, 0x44), [], to: &file)  // IEND
    }

    /// Returns the CRC-32 of a chunk.
    ///
    /// - Complexity: O(`bytes.count`).
    public static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes[...])
        return crc.value
    }

    @inline(never) private static func append(
        _ type: (UInt8, UInt8, UInt8, UInt8), _ data: [UInt8], to file: inout [UInt8]
    ) {
        file += bigEndian(UInt32(data.count))
        let start = file.count
        file += [type.0, type.1, type.2, type.3]
        file += data
        var crc = CRC32()
        crc.update(file[start...])
        file += bigEndian(crc.value)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
        ]
    }
}

// SPDX-License-Identifier: MIT

/// All of a PNG file (W3C Recommendation, ISO/IEC 15948) but the compression: filtered rows on the way in, chunks
/// around the compressed rows on the way out.
///
/// Compress ``scanlines(width:height:rgba:)`` into a zlib stream (RFC 1950), with zlib or with the browser's
/// `CompressionStream("deflate")`, and hand that to ``file(width:height:compressed:pixelsPerMetre:)``.
public enum PNGFraming {
    /// The eight bytes that begin every PNG file.
    public static var signature: [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] }

    /// The rows as PNG stores them, each a filter's number and the filtered bytes.
    ///
    /// Every row gets the filter whose bytes, taken as signed, have the least sum of magnitudes: the heuristic that
    /// the PNG specification suggests in its section on filter selection.
    /// - Parameters:
    ///   - width: pixels in a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - rgba: red, green, blue and straight alpha of every pixel, row by row from the top; exactly
    ///     4 · width · height bytes.
    /// - Complexity: O(pixels).
    public static func scanlines(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
        precondition(
            width > 0 && height > 0 && rgba.count == 4 * width * height, "rgba has to hold 4 · width · height bytes")
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
                    let filter = PNGFilter.best(for: row, above: above)
                    output.append(filter.rawValue)
                    for i in 0..<stride { output.append(filter.filtered(row, above, i)) }
                }
            }
        }
        return output
    }

    /// A whole file of 8-bit RGBA in the sRGB colour space.
    /// - Parameters:
    ///   - width: pixels in a row, 1 ... 2³¹ − 1.
    ///   - height: rows, 1 ... 2³¹ − 1.
    ///   - compressed: the zlib stream of ``scanlines(width:height:rgba:)``, less than 2³¹ bytes.
    ///   - pixelsPerMetre: the resolution to declare, in both directions; `nil` declares none. 72 dpi are 2,835.
    /// - Complexity: O(`compressed.count`).
    public static func file(
        width: Int, height: Int, compressed: [UInt8], pixelsPerMetre: UInt32? = nil
    ) -> [UInt8] {
        file(width: width, height: height, colorType: .rgba, compressed: compressed, pixelsPerMetre: pixelsPerMetre)
    }

    /// The kinds of pixel that InkLock writes, 8 bits a channel; the numbers are PNG's.
    enum ColorType: UInt8 {
        case gray = 0
        case rgba = 6
    }

    static func file(
        width: Int, height: Int, colorType: ColorType, compressed: [UInt8], pixelsPerMetre: UInt32? = nil
    ) -> [UInt8] {
        let limit = Int(Int32.max)
        precondition(1...limit ~= width && 1...limit ~= height && compressed.count <= limit, "PNG counts to 2³¹ − 1")
        var file = signature
        file.reserveCapacity(compressed.count + 100)
        let eightBits: UInt8 = 8
        append(
            (0x49, 0x48, 0x44, 0x52),  // IHDR
            bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [eightBits, colorType.rawValue, 0, 0, 0], to: &file)
        append((0x73, 0x52, 0x47, 0x42), [0], to: &file)  // sRGB, perceptual intent
        if let density = pixelsPerMetre {
            append((0x70, 0x48, 0x59, 0x73), bigEndian(density) + bigEndian(density) + [1], to: &file)  // pHYs
        }
        append((0x49, 0x44, 0x41, 0x54), compressed, to: &file)  // IDAT
        append((0x49, 0x45, 0x4E, 0x44), [], to: &file)  // IEND
        return file
    }

    /// The CRC-32 that guards a chunk. Complexity: O(`bytes.count`).
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

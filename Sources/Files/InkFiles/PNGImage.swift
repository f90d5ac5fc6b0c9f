// SPDX-License-Identifier: MIT
import InkRaster

/// An image of 8-bit sRGB with straight alpha, which can be read from and written to PNG files.
public struct PNGImage: Hashable, Sendable {
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
    /// The red, green, blue and straight alpha bytes of every pixel, row by row from the top.
    public let rgba: [UInt8]
    /// The declared resolution in pixels per metre; `nil` if there is none, or if it differs between the directions.
    public var pixelsPerMetre: UInt32?

    /// Creates an image from straight RGBA bytes, row by row from the top.
    /// - Throws: ``PNGError/invalidSize`` unless `rgba` has 4 · `width` · `height` bytes and both sides are in
    ///   1 ... 2³¹ − 1.
    public init(width: Int, height: Int, rgba: [UInt8], pixelsPerMetre: UInt32? = nil) throws(PNGError) {
        let limit = 1...Int(Int32.max)
        guard limit ~= width && limit ~= height && rgba.count % (4 * width) == 0 && rgba.count / (4 * width) == height
        else { throw .invalidSize }
        self.width = width
        self.height = height
        self.rgba = rgba
        self.pixelsPerMetre = pixelsPerMetre
    }

    /// Creates an image from a rendered bitmap.
    /// - Parameters:
    ///   - bitmap: The pixels with straight alpha.
    ///   - pixelsPerMetre: The resolution to declare; `nil` for none.
    /// - Throws: The errors of ``init(width:height:rgba:pixelsPerMetre:)``, which no valid bitmap causes.
    /// - Complexity: O(pixels).
    public init(_ bitmap: Bitmap, pixelsPerMetre: UInt32? = nil) throws(PNGError) {
        try self.init(
            width: Int(bitmap.width), height: Int(bitmap.height), rgba: bitmap.rgba, pixelsPerMetre: pixelsPerMetre)
    }

    /// Reads any PNG file (ISO/IEC 15948): every colour type and depth, transparency, interlacing.
    ///
    /// Channels of 16 bits are rounded to 8. Gamma and colour profiles are not applied: the values count as sRGB.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - maximumPixels: The maximum number of pixels to decode, which take 4 bytes each.
    ///   - maximumSide: The maximum width and height in pixels. Decoding also keeps two rows of the file in memory,
    ///     with up to 8 bytes per pixel.
    /// - Throws: ``PNGError``. The memory is bounded by the length of the file.
    /// - Complexity: O(pixels + `bytes.count`).
    public init(decoding bytes: [UInt8], maximumPixels: Int = 100_000_000, maximumSide: Int = Int(Int32.max))
        throws(PNGError)
    {
        let chunks = try PNGChunks(bytes, maximumPixels: maximumPixels, maximumSide: maximumSide)
        width = chunks.header.width
        height = chunks.header.height
        rgba = try PNGPixels(chunks).rgba()
        pixelsPerMetre = chunks.pixelsPerMetre
    }

    /// Returns the image as a PNG file.
    /// - Throws: ``PNGError/outOfMemory``.
    /// - Complexity: O(pixels).
    public func encoded() throws(PNGError) -> [UInt8] {
        let pieces = try PNGStream(width: width, height: height, pixels: .bytes(rgba), pixelsPerMetre: pixelsPerMetre)
        var file: [UInt8] = []
        while let piece = try pieces.next() { file += piece }
        return file
    }
}

// SPDX-License-Identifier: MIT
import CCairo
import Foundation
import FoundationGaps

public final class CGDataProvider: @unchecked Sendable {
    let _data: Data
    public init?(data: CFData) { _data = Data(referencing: data) }
}

/// An image with straight or premultiplied RGBA of 8 bits. The double rejects all other formats.
public final class CGImage: @unchecked Sendable {
    public let width: Int
    public let height: Int
    /// Premultiplied ARGB words, as in Cairo.
    public let _words: [UInt32]

    init(_words: [UInt32], width: Int, height: Int) {
        self._words = _words
        self.width = width
        self.height = height
    }

    public init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard bitsPerComponent == 8, bitsPerPixel == 32, bytesPerRow >= width * 4, decode == nil,
            provider._data.count >= bytesPerRow * height, width > 0, height > 0,
            let alpha = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & 0x1F),
            alpha == .last || alpha == .premultipliedLast
        else { return nil }
        self.width = width
        self.height = height
        var words = [UInt32](repeating: 0, count: width * height)
        provider._data.withUnsafeBytes { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let i = y * bytesPerRow + x * 4
                    let a = UInt32(bytes[i + 3])
                    let p = { (value: UInt8) in alpha == .last ? (UInt32(value) * a + 127) / 255 : UInt32(value) }
                    words[y * width + x] = a << 24 | p(bytes[i]) << 16 | p(bytes[i + 1]) << 8 | p(bytes[i + 2])
                }
            }
        }
        _words = words
    }

    /// Returns a pixel as straight RGBA.
    public func _pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int, alpha: Int) {
        let word = _words[y * width + x]
        let a = Int(word >> 24)
        let s = { (value: UInt32) in a == 0 ? 0 : min(255, (Int(value & 0xFF) * 255 + a / 2) / a) }
        return (s(word >> 16), s(word >> 8), s(word), a)
    }

    /// Calls `body` with a surface that shares no memory with this image.
    func _withSurface<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        var words = _words
        return words.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
                Int32(width * 4))!
            defer { cairo_surface_destroy(surface) }
            return body(surface)
        }
    }
}

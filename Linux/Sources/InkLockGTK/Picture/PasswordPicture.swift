// SPDX-License-Identifier: MIT
import CGTK
import Crypto
import Foundation
import InkGeometry
import PicturePassword

/// A picture to draw a password on.
@MainActor public final class PasswordPicture {
    /// The image, a `GdkTexture`. It is shown as a whole and as large as possible.
    public let texture: OpaquePointer
    /// An identifier of the picture, the SHA-256 of its file. A password is bound to it.
    public let digest: [UInt8]
    /// The name for assistive technologies.
    public let label: String
    /// The salient places of the image, for estimating the strength of a password.
    let saliency: SaliencyMap

    /// The maximum size of a file in bytes.
    public static let byteLimit = 64 << 20

    /// Creates a picture from the bytes of a file that GTK can read. Its digest is their SHA-256. A photo is turned
    /// upright as its Exif data says.
    /// - Parameters:
    ///   - file: The bytes of a PNG, JPEG or TIFF file, or of an SVG file if librsvg's loader is installed; at most
    ///     ``byteLimit``.
    ///   - label: The name for assistive technologies. If it is empty, they read a general one.
    /// - Returns: `nil` for a file that is not a picture, too large, or larger than 64 million pixels.
    /// - Complexity: O(pixels)
    public init?(file: [UInt8], label: String = "") {
        guard file.count <= Self.byteLimit, let size = Self.size(of: file), Self.isAllowed(size) else { return nil }
        guard let texture = Self.texture(of: file) else { return nil }
        let (width, height) = (gdk_texture_get_width(texture), gdk_texture_get_height(texture))
        guard Self.isAllowed((width, height)) else {
            g_object_unref(UnsafeMutableRawPointer(texture))
            return nil
        }
        self.texture = texture
        self.label = label
        digest = Array(SHA256.hash(data: file))
        saliency = Self.saliency(in: texture, width: Int(width), height: Int(height))
    }

    private static func isAllowed(_ size: (width: Int32, height: Int32)) -> Bool {
        size.width > 0 && size.height > 0 && Int(size.width) * Int(size.height) <= 64_000_000
    }

    /// Returns the size that a file says it has, without decoding its pixels; `nil` for a file that is not a picture.
    static func size(of file: [UInt8]) -> (width: Int32, height: Int32)? {
        let loader = gdk_pixbuf_loader_new()!
        defer { g_object_unref(loader) }
        var size: (width: Int32, height: Int32)?
        connect(UnsafeMutableRawPointer(loader), "size-prepared") { values in
            size = (values.integer(1), values.integer(2))
            // Ends the reading, as in `gdk_pixbuf_get_file_info`.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
        var rest = file[...]
        while size == nil, !rest.isEmpty {
            let part = rest.prefix(4096)
            rest = rest.dropFirst(part.count)
            let isRead = part.withUnsafeBufferPointer {
                gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil)
            }
            guard isRead != 0 else { break }
        }
        // The pixels are not there, which is an error.
        gdk_pixbuf_loader_close(loader, nil)
        return size
    }

    /// Returns the pixels of a file, turned upright as its Exif data says.
    private static func texture(of file: [UInt8]) -> OpaquePointer? {
        let loader = gdk_pixbuf_loader_new()!
        defer { g_object_unref(loader) }
        let isRead = gdk_pixbuf_loader_write(loader, file, gsize(file.count), nil) != 0
        let isWhole = gdk_pixbuf_loader_close(loader, nil) != 0
        guard isRead, isWhole, let pixels = gdk_pixbuf_loader_get_pixbuf(loader),
            let upright = gdk_pixbuf_apply_embedded_orientation(pixels)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return gdk_texture_new_for_pixbuf(upright)
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }

    var size: InkSize {
        InkSize(width: Double(gdk_texture_get_width(texture)), height: Double(gdk_texture_get_height(texture)))
    }

    private static func saliency(in texture: OpaquePointer, width: Int, height: Int) -> SaliencyMap {
        // Cairo's pixels: blue, green, red and alpha in memory, premultiplied.
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        gdk_texture_download(texture, &pixels, gsize(4 * width))
        let small = SaliencyMap.analysedSize(of: InkSize(width: Double(width), height: Double(height)))
        var rgba: [UInt8] = []
        rgba.reserveCapacity(4 * small.width * small.height)
        for y in 0..<small.height {
            let rows = y * height / small.height..<max((y + 1) * height / small.height, y * height / small.height + 1)
            for x in 0..<small.width {
                let first = x * width / small.width
                let columns = first..<max((x + 1) * width / small.width, first + 1)
                var sums = (0, 0, 0)
                for row in rows {
                    for column in columns {
                        let i = 4 * (row * width + column)
                        sums = (sums.0 + Int(pixels[i + 2]), sums.1 + Int(pixels[i + 1]), sums.2 + Int(pixels[i]))
                    }
                }
                let count = rows.count * columns.count
                rgba += [UInt8(sums.0 / count), UInt8(sums.1 / count), UInt8(sums.2 / count), 255]
            }
        }
        return SaliencyMap(width: Int32(small.width), height: Int32(small.height), rgba: rgba)
            ?? SaliencyMap(size: InkSize(width: Double(width), height: Double(height)))
    }
}

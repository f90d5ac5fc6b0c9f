// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import PicturePassword

/// A picture to draw a password on. It can be created on any thread.
public struct PasswordPicture: @unchecked Sendable {
    // A `CGImage` never changes, hence Sendable.

    /// The image. It is shown as a whole and as large as possible, so its pixels need not match the screen's.
    public let image: CGImage
    /// An identifier of the picture with at most 64 bytes, such as the SHA-256 of its file. A password is bound to it.
    public let digest: [UInt8]
    /// The accessibility label.
    public let label: String
    /// The salient places of the image, for estimating the strength of a password.
    let saliency: SaliencyMap

    /// Creates a picture.
    /// - Parameters:
    ///   - image: The image, upright. The `cgImage` of a photo may not be, because its `UIImage` turns it.
    ///   - digest: An identifier of the picture with at most 64 bytes, such as the SHA-256 of its file.
    ///   - label: The accessibility label. If it is empty, VoiceOver reads a general one.
    /// - Precondition: `digest` has at most 64 bytes.
    /// - Complexity: O(pixels)
    public init(_ image: CGImage, digest: [UInt8], label: String = "") {
        precondition(digest.count <= GestureTemplate.maximumDigestLength, "a picture's digest has at most 64 bytes")
        self.image = image
        self.digest = digest
        self.label = label
        saliency = Self.saliency(in: image)
    }

    var size: InkSize { InkSize(width: Double(image.width), height: Double(image.height)) }

    private static func saliency(in image: CGImage) -> SaliencyMap {
        let size = InkSize(width: Double(image.width), height: Double(image.height))
        let (width, height) = SaliencyMap.analysedSize(of: size)
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        let isDrawn = bytes.withUnsafeMutableBytes { buffer in
            guard let space = CGColorSpace(name: CGColorSpace.sRGB),
                let context = CGContext(
                    data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
                    space: space,
                    bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
            else { return false }
            context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
            return true
        }
        // Convert BGRA to RGBA.
        for i in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(i, i + 2) }
        let map = isDrawn ? SaliencyMap(width: Int32(width), height: Int32(height), rgba: bytes) : nil
        return map ?? SaliencyMap(size: size)
    }
}

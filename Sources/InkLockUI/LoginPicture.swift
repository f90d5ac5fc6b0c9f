// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import PicturePassword

/// A picture to draw a password on.
public struct LoginPicture {
    /// Shown whole, as large as fits: one pixel need not be one of the screen's.
    public let image: CGImage
    /// What tells the picture apart from others, a SHA-256 of its file for one: at most 64 bytes. A password belongs to it.
    public let digest: [UInt8]
    /// What VoiceOver says of it.
    public let label: String
    /// What catches the eye in it, for judging how easily a password is guessed.
    let interest: InterestMap

    /// - Complexity: O(pixels).
    public init(_ image: CGImage, digest: [UInt8], label: String = "") {
        self.image = image
        self.digest = digest
        self.label = label
        interest = Self.interest(in: image)
    }

    var size: Size { Size(width: Double(image.width), height: Double(image.height)) }

    /// The pixels that judging takes on the longer side: more change nothing.
    private static let judgedSide = 256

    private static func interest(in image: CGImage) -> InterestMap {
        let size = Size(width: Double(image.width), height: Double(image.height))
        let factor = min(1, Double(judgedSide) / max(size.width, size.height))
        let width = max(1, Int(size.width * factor))
        let height = max(1, Int(size.height * factor))
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
        // From BGRA to RGBA.
        for i in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(i, i + 2) }
        let map = isDrawn ? InterestMap(width: Int32(width), height: Int32(height), rgba: bytes) : nil
        return map ?? InterestMap(size: size)
    }
}

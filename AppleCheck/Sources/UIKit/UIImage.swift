// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public final class UIImage: NSObject, @unchecked Sendable {
    public enum Orientation: Int, Sendable {
        case up = 0
        /// The stored image has to be turned by 90 degrees clockwise.
        case right = 3
    }
    /// The image as it is stored, not turned.
    public let cgImage: CGImage?
    public let scale: CGFloat
    public let imageOrientation: Orientation
    public let _systemName: String?

    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        self.scale = scale
        imageOrientation = orientation
        _systemName = nil
    }
    public init?(systemName: String) {
        cgImage = nil
        scale = 1
        imageOrientation = .up
        _systemName = systemName
    }
    /// The size after turning.
    public var size: CGSize {
        let (width, height) = (CGFloat(cgImage?.width ?? 20) / scale, CGFloat(cgImage?.height ?? 20) / scale)
        return imageOrientation == .up ? CGSize(width: width, height: height) : CGSize(width: height, height: width)
    }
    /// Draws the image, turned, in the current context, whose origin is at the top left.
    public func draw(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), let cgImage else { return }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        var frame = CGRect(x: 0, y: 0, width: rect.width, height: rect.height)
        if imageOrientation == .right {
            context.translateBy(x: rect.width, y: 0)
            context.rotate(by: .pi / 2)
            frame = CGRect(x: 0, y: 0, width: rect.height, height: rect.width)
        }
        context.translateBy(x: 0, y: frame.height)
        context.scaleBy(x: 1, y: -1)
        context.draw(cgImage, in: frame)
        context.restoreGState()
    }
}

// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

nonisolated(unsafe) var _currentContext: CGContext?
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { _currentContext }

/// Draws an image of `size` points with the origin at the top left, as in UIKit. The context is the current one for
/// `body`.
public func _draw(size: CGSize, scale: CGFloat, _ body: (CGContext) -> Void) -> CGImage? {
    let height = Int((size.height * scale).rounded())
    let context = CGContext(
        data: nil, width: Int((size.width * scale).rounded()), height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
    guard let context else { return nil }
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: scale, y: -scale)
    let outer = _currentContext
    _currentContext = context
    body(context)
    _currentContext = outer
    precondition(context._depth == 0, "saveGState without restoreGState")
    return context.makeImage()
}

public final class UIGraphicsImageRendererFormat: NSObject {
    public var scale: CGFloat = 2
    public var opaque = false
}

public final class UIGraphicsImageRendererContext: NSObject {
    public let cgContext: CGContext
    init(_ context: CGContext) { cgContext = context }
}

public final class UIGraphicsImageRenderer: NSObject {
    private let size: CGSize
    private let format: UIGraphicsImageRendererFormat
    public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.size = size
        self.format = format
    }
    public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let image = _draw(size: size, scale: format.scale) { actions(UIGraphicsImageRendererContext($0)) }
        return UIImage(cgImage: image!, scale: format.scale, orientation: .up)
    }
}

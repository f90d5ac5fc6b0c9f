// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public final class UIImage: NSObject, @unchecked Sendable {
    public enum Orientation: Int, Sendable { case up }
    public let cgImage: CGImage?
    public let scale: CGFloat
    public let _systemName: String?

    public init(cgImage: CGImage) {
        self.cgImage = cgImage
        scale = 1
        _systemName = nil
    }
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        self.scale = scale
        _systemName = nil
    }
    public init?(systemName: String) {
        cgImage = nil
        scale = 1
        _systemName = systemName
    }
    public var size: CGSize {
        CGSize(width: CGFloat(cgImage?.width ?? 20) / scale, height: CGFloat(cgImage?.height ?? 20) / scale)
    }
}

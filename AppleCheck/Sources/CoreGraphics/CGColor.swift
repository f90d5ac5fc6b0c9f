// SPDX-License-Identifier: MIT
import FoundationGaps

public final class CGColorSpace: @unchecked Sendable {
    let _name: CFString
    public init?(name: CFString) { _name = name }
    nonisolated(unsafe) public static let sRGB: CFString = "kCGColorSpaceSRGB"
}

public final class CGColor: @unchecked Sendable {
    public let components: [CGFloat]?
    public var alpha: CGFloat { components?.last ?? 1 }
    public let colorSpace: CGColorSpace?

    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
        colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
    }
}

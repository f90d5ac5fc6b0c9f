// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation
import FoundationGaps

public final class UIColor: NSObject, @unchecked Sendable {
    public let cgColor: CGColor
    public let _name: String

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        cgColor = CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
        _name = "\(red),\(green),\(blue),\(alpha)"
    }
    public init(cgColor: CGColor) {
        self.cgColor = cgColor
        _name = "cgColor"
    }
    private init(_ name: String, _ white: CGFloat) {
        cgColor = CGColor(srgbRed: white, green: white, blue: white, alpha: 1)
        _name = name
    }

    public static let clear = UIColor(red: 0, green: 0, blue: 0, alpha: 0)
    public static let white = UIColor("white", 1)
    public static let black = UIColor("black", 0)
    public static let systemBackground = UIColor("systemBackground", 1)
    public static let label = UIColor("label", 0)
    public static let secondaryLabel = UIColor("secondaryLabel", 0.4)
    public func resolvedColor(with traits: UITraitCollection) -> UIColor { self }
}

// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public final class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: Hashable, Sendable {
        let _name: String
        public static let body = TextStyle(_name: "body")
        public static let title2 = TextStyle(_name: "title2")
    }
    public let pointSize: CGFloat
    init(size: CGFloat) { pointSize = size }
    public class func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(size: 17) }
}

public struct UIContentSizeCategory: Hashable, Sendable {
    let _name: String
    public static let large = UIContentSizeCategory(_name: "large")
}

public final class UIFontMetrics: NSObject, @unchecked Sendable {
    public static let `default` = UIFontMetrics()
    /// The factor of large type sizes. Tests set it.
    nonisolated(unsafe) public static var _scale: CGFloat = 1
    public func scaledValue(for value: CGFloat) -> CGFloat { value * Self._scale }
}

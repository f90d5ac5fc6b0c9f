// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public struct UIEdgeInsets: Hashable, Sendable {
    public var top, left, bottom, right: CGFloat
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
    public static let zero = UIEdgeInsets()
}

@MainActor public class NSLayoutConstraint: NSObject {
    /// The number of active constraints.
    nonisolated(unsafe) public static var _active = 0
    public class func activate(_ constraints: [NSLayoutConstraint]) { _active += constraints.count }
}
@MainActor public class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    public func constraint(equalTo other: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { NSLayoutConstraint() }
    public func constraint(
        equalTo other: NSLayoutAnchor<AnchorType>, constant: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint() }
}
@MainActor public class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor public class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

extension UIView {
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let beginFromCurrentState = Self(rawValue: 4)
        public static let curveEaseOut = Self(rawValue: 2 << 16)
    }
    public class func performWithoutAnimation(_ actions: () -> Void) { actions() }
    /// The durations of the animations so far.
    nonisolated(unsafe) public static var _animations: [TimeInterval] = []
    /// Runs an animation, which completes immediately.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        _animations.append(duration)
        animations()
        completion?(true)
    }
}

public class UIVisualEffect: NSObject, @unchecked Sendable {}
public final class UIBlurEffect: UIVisualEffect, @unchecked Sendable {
    public enum Style: Int, Sendable {
        case systemMaterial = 8
        case systemThickMaterial = 9
    }
    public let _style: Style
    public init(style: Style) { _style = style }
}
@MainActor open class UIVisualEffectView: UIView {
    open var effect: UIVisualEffect?
    public let contentView = UIView(frame: .zero)
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        addSubview(contentView)
    }
    public required init?(coder: NSCoder) { nil }
}

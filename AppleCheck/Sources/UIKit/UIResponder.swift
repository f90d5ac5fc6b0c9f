// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor open class UIResponder: NSObject {
    public override nonisolated init() { super.init() }

    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityHint: String?
    open var accessibilityIdentifier: String?
    open var accessibilityTraits: UIAccessibilityTraits = []
    open var accessibilityElements: [Any]?
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    open var accessibilityViewIsModal = false
    open var accessibilityElementsHidden = false
    open func accessibilityPerformEscape() -> Bool { false }

    open var canBecomeFirstResponder: Bool { false }
    public private(set) var _isFirstResponder = false
    open var isFirstResponder: Bool { _isFirstResponder }
    @discardableResult open func becomeFirstResponder() -> Bool {
        if canBecomeFirstResponder { _isFirstResponder = true }
        return _isFirstResponder
    }
    @discardableResult open func resignFirstResponder() -> Bool {
        _isFirstResponder = false
        return true
    }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}
    /// The number of presses that reached the end of the responder chain.
    nonisolated(unsafe) public static var _unhandledPresses = 0
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        Self._unhandledPresses += presses.count
    }
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
}

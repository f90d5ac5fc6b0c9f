// SPDX-License-Identifier: MIT

@MainActor open class UIGestureRecognizer {
    public internal(set) weak var view: UIView?
    public init() {}
}

/// A recognizer that moves its view, as those of sheets and scroll views do.
@MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// Lets a touch move, and returns whether the pan begins and takes the touch away. The view that was touched and
    /// all views up to that of the recognizer are asked.
    public func _move(_ touch: UITouch, on touched: UIView) -> Bool {
        var asked: UIView? = touched
        while let view = asked {
            guard view.gestureRecognizerShouldBegin(self) else { return false }
            if view === self.view {
                touched.touchesCancelled([touch], with: nil)
                return true
            }
            asked = view.superview
        }
        return false
    }
}

// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor open class UIView: UIResponder, UITraitEnvironment, UITraitChangeObservable {
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0
        case scaleAspectFit = 1
        case scaleAspectFill = 2
        case redraw = 3
    }
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = Self(rawValue: 2)
        public static let flexibleHeight = Self(rawValue: 16)
    }

    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    open var frame: CGRect { didSet { if frame.size != oldValue.size { setNeedsLayout() } } }
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }
    open var transform = CGAffineTransform.identity
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var isOpaque = true
    open var isUserInteractionEnabled = true
    open var backgroundColor: UIColor?
    open var contentMode: ContentMode = .scaleToFill
    open var autoresizingMask: AutoresizingMask = []
    open var isMultipleTouchEnabled = false
    open var translatesAutoresizingMaskIntoConstraints = true
    open var traitCollection: UITraitCollection { UITraitCollection() }
    open var safeAreaInsets: UIEdgeInsets { .zero }
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified

    // MARK: Hierarchy

    public private(set) var subviews: [UIView] = []
    public private(set) weak var superview: UIView?
    open var window: UIWindow? { superview?.window }
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        view._tellWindow()
    }
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        subviews.insert(view, at: index)
        view.superview = self
        view._tellWindow()
    }
    open func removeFromSuperview() {
        let wasInWindow = window != nil
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        if wasInWindow { _leaveWindow() }
    }
    private func _leaveWindow() {
        didMoveToWindow()
        for view in subviews { view._leaveWindow() }
    }
    open func didMoveToWindow() {}
    func _tellWindow() {
        guard window != nil else { return }
        didMoveToWindow()
        for view in subviews { view._tellWindow() }
    }
    public func _all() -> [UIView] { [self] + subviews.flatMap { $0._all() } }
    @discardableResult open func endEditing(_ force: Bool) -> Bool {
        for view in _all() { view.resignFirstResponder() }
        return true
    }

    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { gestureRecognizer.view = self }
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    // MARK: Layout and drawing

    public private(set) var _needsLayout = false
    open func setNeedsLayout() { _needsLayout = true }
    open func layoutIfNeeded() {
        if _needsLayout {
            _needsLayout = false
            layoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }
    open func layoutSubviews() {
        for view in subviews where !view.autoresizingMask.isEmpty { view.frame = bounds }
    }
    /// The area to redraw, or `nil` if there is none.
    public private(set) var _dirty: CGRect?
    open func setNeedsDisplay() { _dirty = bounds }
    open func setNeedsDisplay(_ rect: CGRect) { _dirty = _dirty?.union(rect) ?? rect }
    open func draw(_ rect: CGRect) {}
    /// Draws the whole view at the scale of its trait collection.
    public func _image() -> CGImage {
        layoutIfNeeded()
        _dirty = nil
        return UIKit._draw(size: bounds.size, scale: traitCollection.displayScale) { context in
            if let color = backgroundColor {
                context.setFillColor(color.cgColor)
                context.fill(bounds)
            }
            draw(bounds)
        }!
    }

    public let leadingAnchor = NSLayoutXAxisAnchor()
    public let trailingAnchor = NSLayoutXAxisAnchor()
    public let topAnchor = NSLayoutYAxisAnchor()
    public let bottomAnchor = NSLayoutYAxisAnchor()
}

// SPDX-License-Identifier: MIT
import UIKit

@MainActor open class UIHostingController<Content: View>: UIViewController {
    public var rootView: Content { didSet { _host.root = rootView } }
    public let _host: _Host<Content>
    public init(rootView: Content) {
        self.rootView = rootView
        _host = _Host(rootView)
        super.init(nibName: nil, bundle: nil)
        _host.onRender = { [weak self] node in self?._show(node) }
    }
    public required init?(coder: NSCoder) { nil }
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        _host.render()
    }
    open override var _words: [String] { _host.words(of: _host.render()) }
    /// Adds the represented UIKit views to the controller's view.
    private func _show(_ node: _Node) {
        let views = node.all().compactMap { $0.uiView }
        for gone in view.subviews where !views.contains(where: { $0 === gone }) { gone.removeFromSuperview() }
        for new in views where new.superview == nil { view.addSubview(new) }
    }
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
}
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
    static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
}
extension UIViewRepresentable {
    public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}
extension UIViewRepresentable where Coordinator == Void { public func makeCoordinator() {} }
extension UIViewRepresentable {
    public var body: Never { fatalError("a representable has no body") }
    public func _nodes(_ context: _Context) -> [_Node] {
        let key = context.path + ".view\(Self.self)"
        context.store.visited.formUnion([key, key + ".coordinator"])
        context.link(self)
        let coordinator: Coordinator
        if let known = context.store.boxes[key + ".coordinator"] as? _Box<Coordinator> {
            coordinator = known.value
        } else {
            coordinator = makeCoordinator()
            context.store.boxes[key + ".coordinator"] = _Box(coordinator)
        }
        let inner = Context(coordinator: coordinator, environment: context.environment)
        let view = context.store.boxes[key] as? UIViewType ?? makeUIView(context: inner)
        context.store.boxes[key] = view
        context.store.visited.insert(key + ".dismantle")
        context.store.gone[key + ".dismantle"] = { Self.dismantleUIView(view, coordinator: coordinator) }
        updateUIView(view, context: inner)
        let node = _Node("UIView")
        node.uiView = view
        node.attributes["label"] = view.accessibilityLabel
        node.attributes["value"] = view.accessibilityValue
        return [node]
    }
}

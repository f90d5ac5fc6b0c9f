// SPDX-License-Identifier: MIT
import UIKit

/// The state that persists between evaluations of a body.
@MainActor public final class _Store {
    var boxes: [String: AnyObject] = [:]
    var watched: [String: Any] = [:]
    var seen: Set<String> = []
    var tasks: [String: Task<Void, Never>] = [:]
    var fired: [() -> Void] = []
    var gone: [String: () -> Void] = [:]
    var visited: Set<String> = []
    public var haptics: [String] = []
    var links: [(URL) -> Void] = []
}

@MainActor public struct _Context {
    public var environment: EnvironmentValues
    public var path: String
    public var store: _Store
    public var size: CGSize

    public func child(_ name: String) -> _Context {
        var context = self
        context.path += "/" + name
        return context
    }
    func link(_ view: Any) {
        for child in Mirror(reflecting: view).children {
            (child.value as? any _Linked)?._link(self, child.label ?? "?")
        }
    }
}
@MainActor public protocol _Linked { func _link(_ context: _Context, _ name: String) }
final class _Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
final class _Holder<Value> {
    var box: _Box<Value>
    init(_ value: Value) { box = _Box(value) }
}

/// A host for a view. It evaluates bodies, runs `onChange`, `onAppear` and tasks, and gives tests access to the result.
@MainActor public final class _Host<Root: View> {
    public let store = _Store()
    public var environment = EnvironmentValues()
    public var size = CGSize(width: 390, height: 844)
    public var root: Root
    /// The visible texts of each evaluation in the last rendering. Each evaluation may be a frame.
    public private(set) var _frames: [[String]] = []
    /// A closure that receives the tree after each evaluation.
    var onRender: ((_Node) -> Void)?
    public init(_ root: Root) { self.root = root }

    /// Evaluates the body until nothing changes any more.
    @discardableResult public func render() -> _Node {
        _frames = []
        for _ in 0..<12 {
            store.fired = []
            store.visited = []
            let context = _Context(environment: environment, path: "", store: store, size: size)
            store.links = []
            let node = _Node("Root", root._nodes(context))
            _frames.append(words(of: node))
            onRender?(node)
            // The state of removed views is discarded.
            store.boxes = store.boxes.filter { store.visited.contains($0.key) }
            store.seen = store.seen.filter { store.visited.contains($0) }
            for path in Set(store.gone.keys).subtracting(store.visited) {
                store.fired.append(store.gone.removeValue(forKey: path)!)
            }
            for path in Set(store.tasks.keys).subtracting(store.visited) {
                store.tasks.removeValue(forKey: path)?.cancel()
            }
            if store.fired.isEmpty { return node }
            for action in store.fired { action() }
        }
        fatalError("the body does not settle")
    }
    /// Waits for the tasks that views have started.
    public func settle() async {
        render()
        for task in store.tasks.values { await task.value }
        render()
    }
    /// Returns the control with an identifier or a label.
    public func find(_ name: String) -> _Node? {
        let all = render().all()
        return all.first { $0.attributes["id"] == name } ?? all.first { $0.kind == "Button" && $0.label == name }
    }
    /// Opens a URL, as the system does.
    public func open(_ url: URL) {
        render()
        for take in store.links { take(url) }
        render()
    }
    /// The visible texts that no view hides.
    public var _seen: [String] { words(of: render()) }
    func words(of node: _Node) -> [String] {
        if node.attributes["opacity"] == "0.0" || node.attributes["hidden"] == "1" { return [] }
        return (node.kind == "Text" ? [node.text ?? ""] : []) + node.children.flatMap { words(of: $0) }
    }
    /// Taps a control, unless it is disabled.
    public func tap(_ name: String) {
        guard let node = find(name) else { fatalError("no control \(name)\n\(render().dump())") }
        if node.attributes["disabled"] == nil { node.actions["tap"]?() }
        render()
    }
}

// SPDX-License-Identifier: MIT

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
    func _nodes(_ context: _Context) -> [_Node]
}
extension View {
    public func _nodes(_ context: _Context) -> [_Node] {
        let name = String(describing: Self.self).prefix { $0 != "<" }
        let inner = context.child(String(name))
        inner.link(self)
        return body._nodes(inner)
    }
}
extension Never: View { public var body: Never { fatalError("Never has no body") } }

public protocol _Primitive: View where Body == Never {}
extension _Primitive { public var body: Never { fatalError("a primitive has no body") } }

/// A view that modifies the node of its content.
struct _Edit<Content: View>: _Primitive {
    let content: Content
    let edit: (_Node, _Context) -> Void
    func _nodes(_ context: _Context) -> [_Node] {
        let nodes = content._nodes(context)
        for node in nodes { edit(node, context) }
        return nodes
    }
}
struct _Wrap<Content: View>: _Primitive {
    let content: Content
    let wrap: (Content, _Context) -> [_Node]
    func _nodes(_ context: _Context) -> [_Node] { wrap(content, context) }
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ModifiedContent
    @ViewBuilder func body(content: Content) -> Body
}
public struct _ModifiedContent: _Primitive {
    let make: @MainActor (_Context) -> [_Node]
    public func _nodes(_ context: _Context) -> [_Node] { make(context) }
}
extension View {
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View {
        _Wrap(content: self) { content, context in
            let inner = context.child("\(Modifier.self)".prefix { $0 != "<" }.description)
            inner.link(modifier)
            return modifier.body(content: _ModifiedContent { content._nodes($0.child("content")) })._nodes(inner)
        }
    }
    func _with(_ key: String, _ value: String) -> some View {
        _Edit(content: self) { node, _ in node.attributes[key] = value }
    }
}

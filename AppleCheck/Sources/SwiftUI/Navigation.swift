// SPDX-License-Identifier: MIT

public struct NavigationStack<Content: View>: _Primitive {
    let content: Content
    public init(@ViewBuilder root: () -> Content) { content = root() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("NavigationStack", content._nodes(context))] }
}
public struct List<Content: View>: _Primitive {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("List", content._nodes(context))] }
}
public struct Form<Content: View>: _Primitive {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("Form", content._nodes(context))] }
}

extension View {
    @_disfavoredOverload public func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View {
        _with("title", String(title))
    }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        let bar = content()
        return _Wrap(content: self) { content, context in
            content._nodes(context) + [_Node("Toolbar", bar._nodes(context.child("toolbar")))]
        }
    }
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        _sheet(isPresented.wrappedValue ? "sheet" : nil, close: { isPresented.wrappedValue = false }, content)
    }
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        let shown = item.wrappedValue
        return _sheet(shown.map { "sheet \($0.id)" }, close: { item.wrappedValue = nil }, { shown.map { content($0) } })
    }
    private func _sheet<Content: View>(
        _ name: String?, close: @escaping () -> Void, _ sheet: @escaping () -> Content
    ) -> some View {
        _Wrap(content: self) { content, context in
            let below = content._nodes(context)
            guard let name else { return below }
            var inner = context.child(name)
            inner.environment._close = close
            return below + [_Node("Sheet", sheet()._nodes(inner))]
        }
    }
}

// SPDX-License-Identifier: MIT

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    @_disfavoredOverload public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var list: [@MainActor (_Context) -> [_Node]] = []
        for view in repeat each content {
            nonisolated(unsafe) let view = view
            list.append { view._nodes($0) }
        }
        return TupleView((repeat each content), list)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        .init(.first(first))
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        .init(.second(second))
    }
}

public struct EmptyView: _Primitive {
    public nonisolated init() {}
    public func _nodes(_ context: _Context) -> [_Node] { [] }
}
public struct TupleView<Value>: _Primitive {
    let list: [@MainActor (_Context) -> [_Node]]
    nonisolated init(_ value: Value, _ list: [@MainActor (_Context) -> [_Node]]) { self.list = list }
    public func _nodes(_ context: _Context) -> [_Node] {
        list.enumerated().flatMap { $1(context.child("\($0)")) }
    }
}
public struct _ConditionalContent<First: View, Second: View>: _Primitive {
    enum Side {
        case first(First)
        case second(Second)
    }
    let make: @MainActor (_Context) -> [_Node]
    nonisolated init(_ side: Side) {
        nonisolated(unsafe) let side = side
        make = { context in
            switch side {
            case .first(let view): view._nodes(context.child("first"))
            case .second(let view): view._nodes(context.child("second"))
            }
        }
    }
    public func _nodes(_ context: _Context) -> [_Node] { make(context) }
}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("an optional has no body") }
    public func _nodes(_ context: _Context) -> [_Node] { self?._nodes(context.child("some")) ?? [] }
}
public struct AnyView: _Primitive {
    let make: @MainActor (_Context) -> [_Node]
    public nonisolated init<Content: View>(_ view: Content) {
        nonisolated(unsafe) let view = view
        make = { view._nodes($0) }
    }
    public func _nodes(_ context: _Context) -> [_Node] { make(context) }
}
public struct Group<Content: View>: _Primitive {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { content._nodes(context) }
}

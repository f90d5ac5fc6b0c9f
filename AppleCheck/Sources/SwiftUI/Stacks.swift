// SPDX-License-Identifier: MIT

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom }
public struct Alignment: Equatable, Sendable {
    let name: String
    public static let center = Alignment(name: "center")
    public static let top = Alignment(name: "top")
    public static let bottom = Alignment(name: "bottom")
    public static let topLeading = Alignment(name: "topLeading")
    public static let topTrailing = Alignment(name: "topTrailing")
    public static let bottomTrailing = Alignment(name: "bottomTrailing")
}
public struct UnitPoint: Hashable, Sendable {
    public var x: CGFloat
    public var y: CGFloat
    public static let center = UnitPoint(x: 0.5, y: 0.5)
}
public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
        public static let horizontal = Set(rawValue: 10)
        public static let vertical = Set(rawValue: 5)
        public static let top = Set(rawValue: 1)
        public static let bottom = Set(rawValue: 4)
    }
}
public struct EdgeInsets: Equatable, Sendable {
    public var top, leading, bottom, trailing: CGFloat
    public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

public struct VStack<Content: View>: _Primitive {
    let content: Content
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("VStack", content._nodes(context))] }
}
public struct HStack<Content: View>: _Primitive {
    let content: Content
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("HStack", content._nodes(context))] }
}
public struct ZStack<Content: View>: _Primitive {
    let content: Content
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("ZStack", content._nodes(context))] }
}
/// A container that shows one of its children. The doubles compute no layout, so tests choose which.
public struct ViewThatFits<Content: View>: _Primitive {
    let content: Content
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        let all = content._nodes(context)
        let node = _Node("ViewThatFits", Array(all[min(_Fit.child, all.count - 1)...].prefix(1)))
        node.attributes["children"] = "\(all.count)"
        return [node]
    }
}
/// The number of the child that fits, from 0. Tests set it.
public enum _Fit { nonisolated(unsafe) public static var child = 0 }
public struct ScrollView<Content: View>: _Primitive {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("ScrollView", content._nodes(context))] }
}
public struct ScrollBounceBehavior: Sendable {
    let name: String
    public static let automatic = ScrollBounceBehavior(name: "automatic")
    public static let basedOnSize = ScrollBounceBehavior(name: "basedOnSize")
}
public enum Axis: Sendable {
    case horizontal, vertical
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}
extension View {
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View {
        _with("bounce", behavior.name)
    }
    public func scrollDisabled(_ disabled: Bool) -> some View { _with("scrolls", "\(!disabled)") }
}
public struct Spacer: _Primitive {
    public nonisolated init(minLength: CGFloat? = nil) {}
    public func _nodes(_ context: _Context) -> [_Node] { [] }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: _Primitive {
    let data: Data
    let id: KeyPath<Data.Element, ID>
    let content: (Data.Element) -> Content
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = id
        self.content = content
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        data.flatMap { content($0)._nodes(context.child("#\($0[keyPath: id])")) }
    }
}
extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data, id: \.id, content: content)
    }
}
@MainActor public struct GeometryProxy {
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets(top: 47, bottom: 34) }
}
public struct GeometryReader<Content: View>: _Primitive {
    let content: (GeometryProxy) -> Content
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
    public func _nodes(_ context: _Context) -> [_Node] {
        [_Node("GeometryReader", content(GeometryProxy(size: context.size))._nodes(context))]
    }
}

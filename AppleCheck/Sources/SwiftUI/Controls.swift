// SPDX-License-Identifier: MIT

public struct ButtonRole: Equatable, Sendable {
    let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}
public struct Button<Label: View>: _Primitive {
    let action: @MainActor () -> Void
    let label: Label
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("Button", label._nodes(context))
        let action = action
        node.actions["tap"] = { action() }
        if !context.environment.isEnabled { node.attributes["disabled"] = "1" }
        return [node]
    }
}
extension Button where Label == Text {
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
    @_disfavoredOverload public init<Title: StringProtocol>(
        _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { self.init(action: action) { Text(title) } }
}
public struct ButtonStyleConfiguration {
    public struct Label: _Primitive {
        let nodes: [_Node]
        public func _nodes(_ context: _Context) -> [_Node] { nodes }
    }
    public let label: Label
    public let isPressed: Bool
}
@MainActor @preconcurrency public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}
public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: Self { Self() }
}
extension View {
    public func buttonStyle<Style: ButtonStyle>(_ style: Style) -> some View {
        _Wrap(content: self) { content, context in
            let nodes = content._nodes(context)
            for node in nodes {
                let label = ButtonStyleConfiguration.Label(nodes: node.children)
                node.children = style.makeBody(configuration: .init(label: label, isPressed: false))._nodes(context)
            }
            return nodes
        }
    }
    public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View {
        _Edit(content: self) { _, _ in }
    }
}

public struct Label<Title: View, Icon: View>: _Primitive {
    let title: Title
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { self.title = title() }
    public func _nodes(_ context: _Context) -> [_Node] { title._nodes(context) }
}
extension Label where Title == Text, Icon == Image {
    @_disfavoredOverload public init<Content: StringProtocol>(_ title: Content, systemImage: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
    }
}
public protocol LabelStyle { var _name: String { get } }
public struct TitleOnlyLabelStyle: LabelStyle { public var _name: String { "title" } }
public struct IconOnlyLabelStyle: LabelStyle { public var _name: String { "icon" } }
extension LabelStyle where Self == TitleOnlyLabelStyle { public static var titleOnly: Self { Self() } }
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: Self { Self() } }
extension View {
    public func labelStyle<Style: LabelStyle>(_ style: Style) -> some View { _with("labels", style._name) }
}
public struct SecureField<Label: View>: _Primitive {
    let label: Label
    let text: Binding<String>
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("SecureField", text: (label as? Text)?.string)
        let text = text
        node.attributes["length"] = "\(text.wrappedValue.count)"
        node.typed = { text.wrappedValue = $0 }
        return [node]
    }
}
extension SecureField where Label == Text {
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {
        label = Text(title)
        self.text = text
    }
}
public struct TextField<Label: View>: _Primitive {
    let label: Label
    let text: Binding<String>
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("TextField", text: (label as? Text)?.string)
        let text = text
        node.attributes["typed"] = text.wrappedValue
        // The placeholder has a colour of this appearance.
        node.attributes["scheme"] = "\(context.environment.colorScheme)"
        node.typed = { text.wrappedValue = $0 }
        if !context.environment.isEnabled { node.attributes["disabled"] = "1" }
        return [node]
    }
}
extension TextField where Label == Text {
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {
        label = Text(title)
        self.text = text
    }
}
public struct TextEditor: _Primitive {
    let text: Binding<String>
    public init(text: Binding<String>) { self.text = text }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("TextEditor", text: text.wrappedValue)
        let text = text
        node.typed = { text.wrappedValue = $0 }
        return [node]
    }
}
public struct Toggle<Label: View>: _Primitive {
    let isOn: Binding<Bool>
    let label: Label
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("Toggle", label._nodes(context))
        let isOn = isOn
        node.attributes["on"] = "\(isOn.wrappedValue)"
        node.attributes["id"] = node.label
        node.actions["tap"] = { isOn.wrappedValue.toggle() }
        return [node]
    }
}
extension Toggle where Label == Text {
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}
public struct Menu<Label: View, Content: View>: _Primitive {
    let label: Label
    let content: Content
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        [_Node("Menu", text: label._nodes(context).first?.label, content._nodes(context.child("menu")))]
    }
}
public struct ProgressView<Label: View, CurrentValueLabel: View>: _Primitive {
    public init() where Label == EmptyView, CurrentValueLabel == EmptyView {}
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("ProgressView")] }
}

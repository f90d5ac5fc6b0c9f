// SPDX-License-Identifier: MIT

public struct KeyEquivalent: Hashable, Sendable {
    public let character: Character
    public static let `return` = KeyEquivalent(character: "\r")
    public static let escape = KeyEquivalent(character: "\u{1B}")
    public static let delete = KeyEquivalent(character: "\u{8}")
}
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let control = EventModifiers(rawValue: 4)
    public static let command = EventModifiers(rawValue: 16)
}
@MainActor public struct KeyPress {
    public enum Result: Sendable { case handled, ignored }
    public let key: KeyEquivalent
    public let characters: String
    public let modifiers: EventModifiers
    public init(_characters: String, key: KeyEquivalent? = nil, modifiers: EventModifiers = []) {
        characters = _characters
        self.key = key ?? KeyEquivalent(character: _characters.first ?? " ")
        self.modifiers = modifiers
    }
}
extension View {
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { _with("autocorrection", "off") }
    public func onKeyPress(action: @escaping (KeyPress) -> KeyPress.Result) -> some View {
        _Edit(content: self) { node, _ in node.keyPress = { action($0) == .handled } }
    }
    public func focusable(_ isFocusable: Bool = true) -> some View { _with("focusable", "\(isFocusable)") }
    public func focusEffectDisabled(_ disabled: Bool = true) -> some View { _same() }
    /// Gives the keyboard's focus by the state, unless the view is disabled. "resign" takes it, as the system does.
    public func focused(_ state: FocusState<Bool>.Binding) -> some View {
        _Edit(content: self) { node, context in
            if !context.environment.isEnabled { state.holder.box.value = false }
            node.attributes["focused"] = "\(state.holder.box.value)"
            node.actions["resign"] = { state.holder.box.value = false }
        }
    }
}

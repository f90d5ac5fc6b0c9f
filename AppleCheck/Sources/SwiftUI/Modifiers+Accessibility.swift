// SPDX-License-Identifier: MIT

public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let isHeader = Self(rawValue: 1)
    public static let isButton = Self(rawValue: 2)
    public static let isImage = Self(rawValue: 8)
    public static let isModal = Self(rawValue: 16)
    public static let allowsDirectInteraction = Self(rawValue: 32)
    public static let updatesFrequently = Self(rawValue: 64)
}
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let number: Int
    public static let ignore = Self(number: 0)
    public static let contain = Self(number: 1)
    public static let combine = Self(number: 2)
}

/// Accessibility announcements. They are recorded for tests.
public enum AccessibilityNotification {
    nonisolated(unsafe) public static var _said: [String] = []
    public struct Announcement {
        let text: String
        public init(_ text: String) { self.text = text }
        @MainActor public func post() { AccessibilityNotification._said.append(text) }
    }
}

extension View {
    @_disfavoredOverload public func accessibilityLabel<Words: StringProtocol>(_ words: Words) -> some View {
        _with("label", String(words))
    }
    @_disfavoredOverload public func accessibilityValue<Words: StringProtocol>(_ words: Words) -> some View {
        _with("value", String(words))
    }
    @_disfavoredOverload public func accessibilityHint<Words: StringProtocol>(_ words: Words) -> some View {
        _with("hint", String(words))
    }
    public func accessibilityIdentifier(_ name: String) -> some View { _with("id", name) }
    public func accessibilityHidden(_ hidden: Bool) -> some View {
        _Edit(content: self) { node, _ in if hidden { for inner in node.all() { inner.attributes["silent"] = "1" } } }
    }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        _with("traits", "\(traits.rawValue)")
    }
    public func accessibilitySortPriority(_ priority: Double) -> some View { _same() }
    public func accessibilityFocused(_ state: AccessibilityFocusState<Bool>.Binding) -> some View { _same() }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        _Edit(content: self) { node, _ in
            if children == .ignore {
                for child in node.children { for inner in child.all() { inner.attributes["silent"] = "1" } }
            }
        }
    }
    @_disfavoredOverload public func accessibilityAction<Name: StringProtocol>(
        named name: Name, _ handler: @escaping () -> Void
    ) -> some View { _Edit(content: self) { node, _ in node.actions[String(name)] = handler } }
    public func accessibilityChildren<Children: View>(@ViewBuilder children: () -> Children) -> some View {
        let views = children()
        return _Edit(content: self) { node, context in
            node.children.append(_Node("Accessibility", views._nodes(context.child("accessibility"))))
        }
    }
}

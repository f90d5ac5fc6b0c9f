// SPDX-License-Identifier: MIT

@propertyWrapper public struct Environment<Value>: DynamicProperty, _Linked {
    let key: KeyPath<EnvironmentValues, Value>
    let holder: _Holder<Value?>
    public init(_ key: KeyPath<EnvironmentValues, Value>) {
        self.key = key
        holder = _Holder(nil)
    }
    public var wrappedValue: Value { holder.box.value ?? EnvironmentValues()[keyPath: key] }
    public func _link(_ context: _Context, _ name: String) { holder.box.value = context.environment[keyPath: key] }
}
extension Environment: @unchecked Sendable where Value: Sendable {}

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
public enum ColorScheme: Hashable, Sendable, CaseIterable { case light, dark }
public enum LayoutDirection: Hashable, Sendable, CaseIterable { case leftToRight, rightToLeft }

public struct DismissAction: Sendable {
    let close: @MainActor @Sendable () -> Void
    @MainActor public func callAsFunction() { close() }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public nonisolated init() {}
    public var accessibilityReduceMotion: Bool { _reduceMotion }
    public var accessibilityVoiceOverEnabled: Bool { _voiceOver }
    public var colorScheme: ColorScheme = .light
    public var layoutDirection: LayoutDirection = .leftToRight
    public var displayScale: CGFloat = 2
    public var isEnabled = true
    public var scenePhase: ScenePhase = .active
    public var dismiss: DismissAction {
        nonisolated(unsafe) let close = _close
        return DismissAction {
            EnvironmentValues._dismissals += 1
            close?()
        }
    }
    /// A closure that dismisses the enclosing sheet.
    var _close: (() -> Void)?

    private var own: [ObjectIdentifier: Any] = [:]
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { own[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { own[ObjectIdentifier(key)] = newValue }
    }
    public var _reduceMotion = false
    public var _voiceOver = false
    @MainActor public static var _dismissals = 0
}

extension View {
    public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        _Wrap(content: self) { content, context in
            var inner = context
            inner.environment[keyPath: path] = value
            return content._nodes(inner)
        }
    }
}

@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    private let value: Value
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle) { value = wrappedValue }
    public var wrappedValue: Value { value * Value(_TypeSize.scale) }
}

/// The scale of the type size. Tests set it.
public enum _TypeSize { nonisolated(unsafe) public static var scale: CGFloat = 1 }

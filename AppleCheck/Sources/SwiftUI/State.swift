// SPDX-License-Identifier: MIT

public protocol DynamicProperty {}

@propertyWrapper public struct State<Value>: DynamicProperty, _Linked {
    let holder: _Holder<Value>
    private let initial: Value
    public init(wrappedValue: Value) { self.init(initialValue: wrappedValue) }
    public init(initialValue: Value) {
        holder = _Holder(initialValue)
        initial = initialValue
    }
    public var wrappedValue: Value {
        get { holder.box.value }
        nonmutating set { holder.box.value = newValue }
    }
    public var projectedValue: Binding<Value> {
        let box = holder.box
        return Binding(get: { box.value }, set: { box.value = $0 })
    }
    public func _link(_ context: _Context, _ name: String) {
        let key = context.path + "." + name
        context.store.visited.insert(key)
        if let box = context.store.boxes[key] as? _Box<Value> {
            holder.box = box
        } else {
            // The same value of the view may have had another place and another state.
            holder.box = _Box(initial)
            context.store.boxes[key] = holder.box
        }
    }
}
extension State: @unchecked Sendable where Value: Sendable {}
extension State where Value: ExpressibleByNilLiteral { public init() { self.init(wrappedValue: nil) } }

@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
    let get: () -> Value
    let set: (Value) -> Void
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }
    public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>(
            get: { get()[keyPath: path] },
            set: { new in
                var value = get()
                value[keyPath: path] = new
                set(value)
            })
    }
}
extension Binding: @unchecked Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
    public init(wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }
    public subscript<Member>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member>
    where Value: AnyObject {
        let object = wrappedValue
        return Binding<Member>(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
}
extension Bindable: @unchecked Sendable where Value: Sendable {}

@propertyWrapper public struct GestureState<Value>: DynamicProperty, _Linked {
    let holder: _Holder<Value>
    let initial: Value
    public init(wrappedValue: Value) {
        holder = _Holder(wrappedValue)
        initial = wrappedValue
    }
    public var wrappedValue: Value { holder.box.value }
    public var projectedValue: GestureState<Value> { self }
    public func _link(_ context: _Context, _ name: String) {
        let key = context.path + "." + name
        context.store.visited.insert(key)
        if let box = context.store.boxes[key] as? _Box<Value> {
            holder.box = box
        } else {
            context.store.boxes[key] = holder.box
        }
    }
}

@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty, _Linked {
    let holder: _Holder<Value>
    public init() where Value == Bool { holder = _Holder(false) }
    public var wrappedValue: Value {
        get { holder.box.value }
        nonmutating set { holder.box.value = newValue }
    }
    public var projectedValue: Binding { Binding(holder: holder) }
    public struct Binding { let holder: _Holder<Value> }
    public func _link(_ context: _Context, _ name: String) {
        let key = context.path + "." + name
        context.store.visited.insert(key)
        if let box = context.store.boxes[key] as? _Box<Value> {
            holder.box = box
        } else {
            context.store.boxes[key] = holder.box
        }
    }
}

@propertyWrapper public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
    let holder: _Holder<Value>
    public init() where Value == Bool { holder = _Holder(false) }
    public var wrappedValue: Value {
        get { holder.box.value }
        nonmutating set { holder.box.value = newValue }
    }
    public var projectedValue: Binding { Binding(holder: holder) }
    public struct Binding { let holder: _Holder<Value> }
}

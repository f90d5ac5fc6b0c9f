// SPDX-License-Identifier: MIT

@MainActor @preconcurrency public protocol Gesture<Value> {
    associatedtype Value
    func _drag(_ value: Value, ended: Bool)
}
public struct Transaction {}
public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
    }
    public init(minimumDistance: CGFloat = 10) {}
    public func _drag(_ value: Value, ended: Bool) {}
}
public struct _GestureStep<Inner: Gesture>: Gesture {
    let inner: Inner
    let step: (Inner.Value, Bool) -> Void
    public func _drag(_ value: Inner.Value, ended: Bool) {
        inner._drag(value, ended: ended)
        step(value, ended)
    }
}
extension Gesture {
    public func onChanged(_ action: @escaping (Value) -> Void) -> _GestureStep<Self> where Value: Equatable {
        _GestureStep(inner: self) { value, ended in if !ended { action(value) } }
    }
    public func onEnded(_ action: @escaping (Value) -> Void) -> _GestureStep<Self> {
        _GestureStep(inner: self) { value, ended in if ended { action(value) } }
    }
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> _GestureStep<Self> {
        _GestureStep(inner: self) { value, ended in
            var transaction = Transaction()
            if ended {
                state.holder.box.value = state.initial
            } else {
                body(value, &state.holder.box.value, &transaction)
            }
        }
    }
}
extension View {
    public func gesture<Kind: Gesture>(_ gesture: Kind) -> some View {
        _Edit(content: self) { node, _ in
            node.drag = { points, times in
                for (i, point) in points.enumerated() {
                    let value = DragGesture.Value(time: times[i], location: point, startLocation: points[0])
                    if let value = value as? Kind.Value { gesture._drag(value, ended: false) }
                }
                guard let last = points.last else { return }
                let value = DragGesture.Value(time: times[points.count - 1], location: last, startLocation: points[0])
                if let value = value as? Kind.Value { gesture._drag(value, ended: true) }
            }
        }
    }
}

// SPDX-License-Identifier: MIT

extension View {
    public func disabled(_ disabled: Bool) -> some View {
        _Wrap(content: self) { content, context in
            var inner = context
            if disabled { inner.environment.isEnabled = false }
            return content._nodes(inner)
        }
    }
    func _watch<Value: Equatable>(_ value: Value, _ key: String, _ body: @escaping (Value, Value) -> Void) -> some View
    {
        _Wrap(content: self) { content, context in
            let path = context.path + key + "\(Value.self)"
            if let old = context.store.watched[path] as? Value, old != value {
                context.store.fired.append { body(old, value) }
            }
            context.store.watched[path] = value
            return content._nodes(context.child(key))
        }
    }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View {
        _Wrap(content: self) { content, context in
            let first = context.path + "initial\(Value.self)"
            context.store.visited.insert(first)
            if initial, context.store.seen.insert(first).inserted {
                context.store.fired.append { action(value, value) }
            }
            return content._watch(value, "onChange", action)._nodes(context)
        }
    }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { onChange(of: value, initial: initial) { _, _ in action() } }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        _Wrap(content: self) { content, context in
            let path = context.path + "appear"
            context.store.visited.insert(path)
            if let action, context.store.seen.insert(path).inserted {
                context.store.fired.append(action)
            }
            return content._nodes(context.child("onAppear"))
        }
    }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        _Wrap(content: self) { content, context in
            let path = context.path + "disappear"
            context.store.visited.insert(path)
            if let action { context.store.gone[path] = action }
            return content._nodes(context.child("onDisappear"))
        }
    }
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        _Wrap(content: self) { content, context in
            let path = context.path + "task"
            context.store.visited.insert(path)
            if context.store.seen.insert(path).inserted { context.store.tasks[path] = Task { await action() } }
            return content._nodes(context.child("task"))
        }
    }
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        _Edit(content: self) { node, _ in node.actions["tap"] = action }
    }
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        _Wrap(content: self) { content, context in
            context.store.links.append(action)
            return content._nodes(context)
        }
    }
    /// Sets the identity of a view. A change of identity resets the view's state.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        _Wrap(content: self) { content, context in content._nodes(context.child("id \(id)")) }
    }
    public func onSubmit(_ action: @escaping () -> Void) -> some View {
        _Edit(content: self) { node, _ in node.actions["submit"] = action }
    }
    public func sensoryFeedback<Trigger: Equatable>(_ feedback: SensoryFeedback, trigger: Trigger) -> some View {
        sensoryFeedback(trigger: trigger) { _, _ in feedback }
    }
    public func sensoryFeedback<Trigger: Equatable>(
        trigger: Trigger, _ feedback: @escaping (Trigger, Trigger) -> SensoryFeedback?
    ) -> some View {
        _Wrap(content: self) { content, context in
            let path = context.path + "haptic\(Trigger.self)"
            if let old = context.store.watched[path] as? Trigger, old != trigger, let felt = feedback(old, trigger) {
                context.store.haptics.append(felt.name)
            }
            context.store.watched[path] = trigger
            return content._nodes(context.child("haptic"))
        }
    }
}

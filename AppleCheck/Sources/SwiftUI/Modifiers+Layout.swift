// SPDX-License-Identifier: MIT

extension View {
    func _same() -> some View { _Edit(content: self) { _, _ in } }

    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { _same() }
    public func padding(_ length: CGFloat) -> some View { _same() }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        _Edit(content: self) { node, _ in
            if let width { node.attributes["width"] = "\(width)" }
            if let height { node.attributes["height"] = "\(height)" }
        }
    }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { _same() }
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        _Edit(content: self) { node, context in
            node.attributes["x"] = "\(x)"
            node.attributes["y"] = "\(y)"
            // The system counts x from the leading edge.
            node.attributes["direction"] = "\(context.environment.layoutDirection)"
        }
    }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { _with("offset", "\(x)") }
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View { _with("scale", "\(scale)") }
    public func opacity(_ opacity: Double) -> some View { _with("opacity", "\(opacity)") }
    public func font(_ font: Font?) -> some View { _with("font", font?.name ?? "") }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { _with("foreground", "\(style)") }
    public func tint(_ tint: Color?) -> some View { _with("tint", tint?.name ?? "") }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { _same() }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { _same() }
    public func lineLimit(_ number: Int?) -> some View { _same() }
    public func background<Back: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Back) -> some View {
        let back = content()
        return _Edit(content: self) { node, context in
            let nodes = back._nodes(context.child("background"))
            node.attributes["background"] = nodes.first.map { $0.attributes["fill"] ?? $0.text ?? $0.kind }
            node.children += nodes.filter { $0.uiView != nil }
        }
    }
    public func background<Style: ShapeStyle, Back: InsettableShape>(_ style: Style, in shape: Back) -> some View {
        _with("background", "\(style)")
    }
    public func overlay<Front: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Front) -> some View {
        let front = content()
        return _Wrap(content: self) { content, context in
            content._nodes(context) + front._nodes(context.child("overlay")).map { _Node("Overlay", [$0]) }
        }
    }
    public func ignoresSafeArea() -> some View { _same() }
    public func clipped() -> some View { _same() }
    public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View { _same() }
    public func contentShape<Kind: Shape>(_ shape: Kind, eoFill: Bool = false) -> some View { _same() }
    public func transition(_ transition: AnyTransition) -> some View { _same() }
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
        _with("animation", animation?.name ?? "none")
    }
    public func hidden() -> some View { _with("hidden", "1") }
    public func privacySensitive(_ sensitive: Bool = true) -> some View { _with("private", "1") }
    public func preferredColorScheme(_ scheme: ColorScheme?) -> some View {
        _with("scheme", scheme.map { "\($0)" } ?? "")
    }
    public func allowsHitTesting(_ enabled: Bool) -> some View { _with("hit", "\(enabled)") }
}
public enum ContentMode: Hashable, Sendable { case fit, fill }

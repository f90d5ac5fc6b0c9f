// SPDX-License-Identifier: MIT

public protocol Shape: Sendable, View {}
public protocol InsettableShape: Shape {}
extension Shape {
    public func fill<Style: ShapeStyle>(_ style: Style) -> some View { _with("fill", "\(style)") }
    public func stroke<Style: ShapeStyle>(_ style: Style, lineWidth: CGFloat = 1) -> some View {
        _with("stroke", "\(style)")
    }
}
extension InsettableShape {
    public func strokeBorder<Style: ShapeStyle>(_ style: Style, lineWidth: CGFloat = 1) -> some View {
        _with("border", "\(style)")
    }
}
public struct Circle: InsettableShape, _Primitive {
    public init() {}
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("Circle")] }
}
public struct Rectangle: InsettableShape, _Primitive {
    public init() {}
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("Rectangle")] }
}
public struct Capsule: InsettableShape, _Primitive {
    public init() {}
    public func _nodes(_ context: _Context) -> [_Node] { [_Node("Capsule")] }
}
public enum RoundedCornerStyle: Sendable { case circular, continuous }
public struct RoundedRectangle: InsettableShape, _Primitive {
    let radius: CGFloat
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) { radius = cornerRadius }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("RoundedRectangle")
        node.attributes["radius"] = "\(radius)"
        return [node]
    }
}

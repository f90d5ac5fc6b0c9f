// SPDX-License-Identifier: MIT
import UIKit

public protocol ShapeStyle: Sendable {}

public struct Color: _Primitive, ShapeStyle, Hashable, Sendable, CustomStringConvertible {
    public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }
    let components: [Double]
    let name: String
    private nonisolated init(_ name: String, _ components: [Double]) {
        self.name = name
        self.components = components
    }
    public nonisolated init(
        _ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        components = [red, green, blue, opacity]
        name = components.map { String(Int(($0 * 255).rounded())) }.joined(separator: ",")
    }
    public nonisolated init(uiColor: UIColor) {
        name = uiColor._name
        components = (uiColor.cgColor.components ?? [0, 0, 0, 1]).map { Double($0) }
    }
    public nonisolated var description: String { name }
    public nonisolated static let primary = Color("primary", [0, 0, 0, 1])
    public nonisolated static let secondary = Color("secondary", [0.5, 0.5, 0.5, 1])
    public nonisolated static let clear = Color("clear", [0, 0, 0, 0])
    public nonisolated static let white = Color("white", [1, 1, 1, 1])
    public nonisolated static let black = Color("black", [0, 0, 0, 1])
    public nonisolated func opacity(_ opacity: Double) -> Color {
        Color(name, Array(components.dropLast()) + [components[3] * opacity])
    }
    public func _nodes(_ context: _Context) -> [_Node] { name == "clear" ? [] : [_Node("Color", text: name)] }
    nonisolated var _cgColor: CGColor {
        CGColor(srgbRed: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
}

public struct Material: ShapeStyle, Sendable, CustomStringConvertible {
    let name: String
    public var description: String { name }
    public static let regular = Material(name: "regularMaterial")
    public static let thick = Material(name: "thickMaterial")
    public static let thin = Material(name: "thinMaterial")
}
extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var thinMaterial: Material { .thin }
}
extension ShapeStyle where Self == Color {
    public static var primary: Color { Color.primary }
    public static var secondary: Color { Color.secondary }
}

public struct Gradient: ShapeStyle, Equatable, Sendable {
    public struct Stop: Equatable, Sendable {
        public var color: Color
        public var location: CGFloat
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }
    public var stops: [Stop]
    public init(stops: [Stop]) { self.stops = stops }
}
public enum BlendMode: Sendable { case normal, plusLighter }

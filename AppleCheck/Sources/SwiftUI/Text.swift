// SPDX-License-Identifier: MIT
import UIKit

public struct Text: _Primitive, Equatable, Sendable {
    let string: String
    private var font: String?
    private var color: String?
    public nonisolated init(verbatim: String) { string = verbatim }
    @_disfavoredOverload public nonisolated init<Content: StringProtocol>(_ content: Content) {
        string = String(content)
    }
    public nonisolated func font(_ font: Font?) -> Text {
        var text = self
        text.font = font?.name
        return text
    }
    public nonisolated func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Text {
        var text = self
        text.color = "\(style)"
        return text
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("Text", text: string)
        node.attributes["font"] = font
        node.attributes["foreground"] = color
        return [node]
    }
}

public struct Font: Hashable, Sendable {
    public enum TextStyle: Sendable { case largeTitle, title, title2, headline, body, footnote }
    public struct Weight: Hashable, Sendable {
        let value: Int
        public static let regular = Weight(value: 400)
        public static let semibold = Weight(value: 600)
    }
    let name: String
    public static let title2 = Font(name: "title2")
    public static let headline = Font(name: "headline")
    public static let body = Font(name: "body")
    public static let footnote = Font(name: "footnote")
    public static func system(size: CGFloat, weight: Weight? = nil) -> Font { Font(name: "system \(size)") }
    public func weight(_ weight: Weight) -> Font { self }
    public func monospacedDigit() -> Font { self }
}
public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }

public struct Image: _Primitive, Sendable {
    public enum Interpolation: Hashable, Sendable { case none, low, medium, high }
    let name: String
    let _image: CGImage?
    public nonisolated init(systemName: String) {
        name = systemName
        _image = nil
    }
    public nonisolated init(uiImage: UIImage) {
        name = "uiImage"
        _image = uiImage.cgImage
    }
    public nonisolated init(decorative image: CGImage, scale: CGFloat) {
        name = "decorative"
        _image = image
    }
    public func resizable() -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("Image")
        node.attributes["image"] = name
        return [node]
    }
}

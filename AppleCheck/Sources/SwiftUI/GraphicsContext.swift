// SPDX-License-Identifier: MIT
import UIKit

/// A context that draws with CoreGraphics' double.
public struct GraphicsContext {
    let context: CGContext
    public var opacity = 1.0
    public var blendMode = BlendMode.normal
    private var clips: [Path] = []

    init(_ context: CGContext) { self.context = context }

    public struct Shading: Sendable {
        enum Kind: Sendable {
            case color(Color)
            case radial(Gradient, CGPoint, CGFloat, CGFloat)
            case tiles(Image, CGPoint, CGFloat)
        }
        let kind: Kind
        public static func color(_ color: Color) -> Shading { Shading(kind: .color(color)) }
        public static func radialGradient(
            _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat
        ) -> Shading { Shading(kind: .radial(gradient, center, startRadius, endRadius)) }
        public static func tiledImage(
            _ image: Image, origin: CGPoint = .zero, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1),
            scale: CGFloat = 1
        ) -> Shading { Shading(kind: .tiles(image, origin, scale)) }
    }

    public func fill(_ path: Path, with shading: Shading) {
        withState {
            switch shading.kind {
            case .color(let color):
                context.beginPath()
                context.addPath(path.cgPath)
                context.setFillColor(color._cgColor)
                context.fillPath()
            case .radial(let gradient, let center, let inner, let outer):
                context.beginPath()
                context.addPath(path.cgPath)
                context._fillRadially(
                    gradient.stops.map { ($0.location, $0.color._cgColor) }, center: center, from: inner, to: outer)
            case .tiles(let image, let origin, let scale):
                guard let tile = image._image else { return }
                context.beginPath()
                context.addPath(path.cgPath)
                context.clip()
                let size = CGSize(width: CGFloat(tile.width) * scale, height: CGFloat(tile.height) * scale)
                // Images are drawn upright here, unlike in a flipped `CGContext`.
                context.translateBy(x: origin.x, y: origin.y + size.height)
                context.scaleBy(x: 1, y: -1)
                context.draw(tile, in: CGRect(origin: .zero, size: size), byTiling: true)
            }
        }
    }
    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
        guard case .color(let color) = shading.kind else { return }
        withState {
            context.beginPath()
            context.addPath(path.cgPath)
            context.setStrokeColor(color._cgColor)
            context.setLineWidth(style.lineWidth)
            context.setLineCap(style.lineCap)
            context.setLineJoin(style.lineJoin)
            context.strokePath()
        }
    }
    public func draw(_ image: Image, in rect: CGRect) {
        guard let image = image._image else { return }
        withState {
            context.translateBy(x: rect.minX, y: rect.maxY)
            context.scaleBy(x: 1, y: -1)
            context.draw(image, in: CGRect(origin: .zero, size: rect.size))
        }
    }
    private var transform = CGAffineTransform.identity
    public mutating func translateBy(x: CGFloat, y: CGFloat) {
        transform.tx += transform.a * x
        transform.ty += transform.d * y
    }
    public mutating func scaleBy(x: CGFloat, y: CGFloat) {
        transform.a *= x
        transform.d *= y
    }
    public mutating func clip(to path: Path) { clips.append(path) }
    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        var layer = self
        try content(&layer)
    }
    private func withState(_ body: () -> Void) {
        context.saveGState()
        context.concatenate(transform)
        for path in clips {
            context.beginPath()
            context.addPath(path.cgPath)
            context.clip()
        }
        context.setAlpha(opacity)
        context.setBlendMode(blendMode == .plusLighter ? .plusLighter : .normal)
        body()
        context.restoreGState()
    }
}

public struct Canvas<Symbols: View>: _Primitive {
    let renderer: (inout GraphicsContext, CGSize) -> Void
    public init(
        opaque: Bool = false, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) where Symbols == EmptyView { self.renderer = renderer }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("Canvas")
        let renderer = renderer
        node.draw = { cgContext, size in
            var graphics = GraphicsContext(cgContext)
            renderer(&graphics, size)
        }
        return [node]
    }
}
extension _Node {
    /// Returns an image of a canvas at two pixels per point.
    public func image(_ size: CGSize) -> CGImage? { UIKit._draw(size: size, scale: 2) { draw?($0, size) } }
}

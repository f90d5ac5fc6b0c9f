// SPDX-License-Identifier: MIT
import InkGeometry

/// An aspect-fit transform: places a drawing of one size, whole and centred, on a surface of another.
///
/// A drawing keeps its size when its view changes, so that no ink is lost when a phone is rotated.
public struct AspectFit: Hashable, Sendable {
    /// The scale in surface points per drawing point. Above 0.
    public let scale: Double
    /// The drawing's origin in surface points.
    public let origin: InkPoint

    /// Creates the transform. Returns `nil` unless both sizes have an area.
    public init?(_ drawing: InkSize, in surface: InkSize) {
        guard drawing.hasArea && surface.hasArea else { return nil }
        scale = min(surface.width / drawing.width, surface.height / drawing.height)
        origin = InkPoint(
            x: (surface.width - drawing.width * scale) * 0.5, y: (surface.height - drawing.height * scale) * 0.5)
    }

    /// Converts a position on the surface to drawing points.
    public func toDrawing(_ p: InkPoint) -> InkPoint {
        InkPoint(x: (p.x - origin.x) / scale, y: (p.y - origin.y) / scale)
    }
    /// Converts a position on the drawing to surface points.
    public func toSurface(_ p: InkPoint) -> InkPoint { InkPoint(x: origin.x + p.x * scale, y: origin.y + p.y * scale) }
    /// Converts a rectangle on the drawing to surface points. An empty rectangle stays empty.
    public func toSurface(_ rect: InkRect) -> InkRect {
        guard !rect.isEmpty else { return .empty }
        let a = toSurface(InkPoint(x: rect.minX, y: rect.minY))
        let b = toSurface(InkPoint(x: rect.maxX, y: rect.maxY))
        return InkRect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y)
    }
    /// Converts a rectangle on the surface to drawing points. An empty rectangle stays empty.
    public func toDrawing(_ rect: InkRect) -> InkRect {
        guard !rect.isEmpty else { return .empty }
        let a = toDrawing(InkPoint(x: rect.minX, y: rect.minY))
        let b = toDrawing(InkPoint(x: rect.maxX, y: rect.maxY))
        return InkRect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y)
    }

    /// Returns the frame of an image scaled to cover a drawing and centred on it, or `nil` unless both have an area.
    public static func frame(of image: InkSize, covering drawing: InkSize) -> InkRect? {
        guard drawing.hasArea && image.hasArea else { return nil }
        let factor = max(drawing.width / image.width, drawing.height / image.height)
        let width = image.width * factor
        let height = image.height * factor
        let minX = (drawing.width - width) * 0.5
        let minY = (drawing.height - height) * 0.5
        return InkRect(minX: minX, minY: minY, maxX: minX + width, maxY: minY + height)
    }
}

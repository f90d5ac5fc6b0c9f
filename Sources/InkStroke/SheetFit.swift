// SPDX-License-Identifier: MIT
import InkGeometry

/// Where a sheet of one size lies on a surface of another: scaled alike both ways, whole, and in the middle.
///
/// A drawing keeps its size when its view changes: nothing drawn is lost when a phone is turned.
public struct SheetFit: Hashable, Sendable {
    /// Points of the surface for a point of the sheet, above 0.
    public let scale: Double
    /// The sheet's origin on the surface, in its points.
    public let origin: Point

    /// `nil` unless both sizes have an area.
    public init?(_ sheet: Size, in surface: Size) {
        guard sheet.hasArea && surface.hasArea else { return nil }
        scale = min(surface.width / sheet.width, surface.height / sheet.height)
        origin = Point(
            x: (surface.width - sheet.width * scale) * 0.5, y: (surface.height - sheet.height * scale) * 0.5)
    }

    /// A position on the surface in the sheet's points.
    public func toSheet(_ p: Point) -> Point { Point(x: (p.x - origin.x) / scale, y: (p.y - origin.y) / scale) }
    /// A position on the sheet in the surface's points.
    public func toSurface(_ p: Point) -> Point { Point(x: origin.x + p.x * scale, y: origin.y + p.y * scale) }
    /// An empty rectangle stays empty.
    public func toSurface(_ rect: Rect) -> Rect {
        guard !rect.isEmpty else { return .empty }
        let a = toSurface(Point(x: rect.minX, y: rect.minY))
        let b = toSurface(Point(x: rect.maxX, y: rect.maxY))
        return Rect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y)
    }
    /// A rectangle of the surface in the sheet's points. An empty rectangle stays empty.
    public func toSheet(_ rect: Rect) -> Rect {
        guard !rect.isEmpty else { return .empty }
        let a = toSheet(Point(x: rect.minX, y: rect.minY))
        let b = toSheet(Point(x: rect.maxX, y: rect.maxY))
        return Rect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y)
    }

    /// Where an image lies that is scaled to cover a sheet, its middle on the sheet's; `nil` unless both have an area.
    public static func frame(of image: Size, covering sheet: Size) -> Rect? {
        guard sheet.hasArea && image.hasArea else { return nil }
        let factor = max(sheet.width / image.width, sheet.height / image.height)
        let width = image.width * factor
        let height = image.height * factor
        let minX = (sheet.width - width) * 0.5
        let minY = (sheet.height - height) * 0.5
        return Rect(minX: minX, minY: minY, maxX: minX + width, maxY: minY + height)
    }
}

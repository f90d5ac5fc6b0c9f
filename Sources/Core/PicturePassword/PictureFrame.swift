// SPDX-License-Identifier: MIT
import InkGeometry

/// The position of a picture on a surface, with the conversion to *picture units*: lengths in which the picture's
/// shorter side is 320, so that a gesture means the same on every screen.
public struct PictureFrame: Hashable, Sendable {
    /// The length of every picture's shorter side in picture units.
    public static var shorterSide: Double { 320 }

    /// The edges of the displayed picture in the surface's points. They may lie outside the surface.
    public let rect: InkRect
    /// The number of picture units per point.
    public let unitsPerPoint: Double

    /// Creates a frame for the edges of a displayed picture.
    /// - Returns: `nil` for a rectangle without a finite area.
    public init?(_ rect: InkRect) {
        guard rect.size.hasArea else { return nil }
        self.rect = rect
        unitsPerPoint = Self.shorterSide / min(rect.width, rect.height)
    }

    /// Creates a frame for a picture of `picture` pixels that fits into `surface`, centred, with bars on two sides.
    /// - Returns: `nil` unless both sizes have an area.
    public init?(fitting picture: InkSize, in surface: InkSize) {
        self.init(picture, surface, factor: min)
    }

    /// Creates a frame for a picture of `picture` pixels that covers `surface`, centred and cropped on two sides.
    /// - Returns: `nil` unless both sizes have an area.
    public init?(covering picture: InkSize, in surface: InkSize) {
        self.init(picture, surface, factor: max)
    }

    private init?(_ picture: InkSize, _ surface: InkSize, factor: (Double, Double) -> Double) {
        guard picture.hasArea && surface.hasArea else { return nil }
        let scale = factor(surface.width / picture.width, surface.height / picture.height)
        let x = (surface.width - picture.width * scale) * 0.5
        let y = (surface.height - picture.height * scale) * 0.5
        self.init(InkRect(minX: x, minY: y, maxX: x + picture.width * scale, maxY: y + picture.height * scale))
    }

    /// Converts a position on the surface to picture units from the picture's top left corner.
    public func toPicture(_ p: InkPoint) -> InkPoint {
        InkPoint(x: (p.x - rect.minX) * unitsPerPoint, y: (p.y - rect.minY) * unitsPerPoint)
    }

    /// Converts a position on the picture to the surface's points.
    public func toSurface(_ p: InkPoint) -> InkPoint {
        InkPoint(x: rect.minX + p.x / unitsPerPoint, y: rect.minY + p.y / unitsPerPoint)
    }
}

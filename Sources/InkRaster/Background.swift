// SPDX-License-Identifier: MIT
import InkStroke

/// What lies behind the ink: a colour, and on it an image scaled to cover the drawing's surface, centred.
public struct Background: Hashable, Sendable {
    public var color: SRGBColor
    public var image: Bitmap?

    public init(color: SRGBColor = .clear, image: Bitmap? = nil) {
        self.color = color
        self.image = image
    }

    public static var transparent: Background { Background() }

    /// Paints all of `bitmap`, which shows part of a surface of `width` × `height` pixels, from its pixel at
    /// (`originX`, `originY`) on.
    @inline(never) func paint(_ bitmap: inout Bitmap, width: Int32, height: Int32, originX: Int32, originY: Int32) {
        bitmap.fill(bitmap.bounds, color)
        guard let image else { return }
        let factor = max(Double(width) / Double(image.width), Double(height) / Double(image.height))
        let offsetX = (Double(width) - Double(image.width) * factor) * 0.5 - Double(originX)
        let offsetY = (Double(height) - Double(image.height) * factor) * 0.5 - Double(originY)
        let columns = Resampling(source: image.width, factor: factor, offset: offsetX, count: bitmap.width)
        let rows = Resampling(source: image.height, factor: factor, offset: offsetY, count: bitmap.height)
        let lines = columns.across(image)
        for y in 0..<bitmap.height { rows.down(lines, row: y, onto: &bitmap) }
    }
}

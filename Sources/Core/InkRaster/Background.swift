// SPDX-License-Identifier: MIT
import InkStroke

/// The content behind the ink: a colour, and optionally an image scaled to cover the drawing's surface, centred.
public struct Background: Hashable, Sendable {
    /// The colour below everything. It may be translucent.
    public var color: SRGBColor
    /// The image on top of the colour. It covers the surface and may exceed it on two sides.
    ///
    /// The parts outside the surface show only where ``Rendering/isCropped`` shows more than the surface. Beyond the
    /// image, a bitmap repeats the outermost pixels, and SVG and PDF show no image.
    public var image: Bitmap?

    /// Creates a background of a colour and an image.
    public init(color: SRGBColor = .clear, image: Bitmap? = nil) {
        self.color = color
        self.image = image
    }

    /// No background. The alpha channel of an export then shows only ink.
    public static var transparent: Background { Background() }

    /// Returns a bitmap of the background: `width` × `height` pixels of a surface of `surface` pixels, starting at its
    /// pixel `origin`.
    /// - Throws: `.empty` or `.tooLarge`.
    @inline(never) func bitmap(
        width: Int32, height: Int32, surface: (width: Int32, height: Int32), origin: (x: Int32, y: Int32)
    ) throws(RasterError) -> Bitmap {
        var bitmap = try Bitmap(width: width, height: height, color: color)
        guard let image else { return bitmap }
        let factor = max(Double(surface.width) / Double(image.width), Double(surface.height) / Double(image.height))
        let offsetX = (Double(surface.width) - Double(image.width) * factor) * 0.5 - Double(origin.x)
        let offsetY = (Double(surface.height) - Double(image.height) * factor) * 0.5 - Double(origin.y)
        let columns = Resampling(source: image.width, factor: factor, offset: offsetX, count: width)
        let rows = Resampling(source: image.height, factor: factor, offset: offsetY, count: height)
        var lines = ResampledLines(image, columns, capacity: rows.maximumTapCount)
        for y in 0..<height { rows.down(&lines, row: y, onto: &bitmap) }
        return bitmap
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import InkStroke
import InkTrail

/// A painter of trails with Cairo.
@MainActor final class TrailPainter {
    private static let side: Int32 = 64
    /// The fall-off of a sprite as a mask. Its rows have a multiple of four bytes, as Cairo expects.
    private var falloff = TrailSprite.falloff(side: Int(side))

    func draw(_ trail: some Trail, in cairo: OpaquePointer) {
        trail.visitInk { ink in
            ink.outline.addPath(to: cairo)
            ink.color.setSource(of: cairo)
            cairo_fill(cairo)
        }
        falloff.withUnsafeMutableBufferPointer { bytes in
            guard
                let mask = cairo_image_surface_create_for_data(
                    bytes.baseAddress, CAIRO_FORMAT_A8, Self.side, Self.side, Self.side)
            else { return }
            defer { cairo_surface_destroy(mask) }
            trail.visitSprites { sprite in
                cairo_save(cairo)
                cairo_set_operator(cairo, sprite.blend == .add ? CAIRO_OPERATOR_ADD : CAIRO_OPERATOR_OVER)
                cairo_translate(cairo, sprite.position.x - sprite.radius, sprite.position.y - sprite.radius)
                let scale = 2 * sprite.radius / Double(Self.side)
                cairo_scale(cairo, scale, scale)
                sprite.color.setSource(of: cairo)
                cairo_mask_surface(cairo, mask, 0, 0)
                cairo_restore(cairo)
            }
            cairo_surface_finish(mask)
        }
    }
}

extension SRGBColor {
    /// Makes the colour Cairo's source.
    func setSource(of cairo: OpaquePointer) {
        func channel(_ value: UInt8) -> Double { Double(value) / 255 }
        cairo_set_source_rgba(cairo, channel(red), channel(green), channel(blue), channel(alpha))
    }
}

extension StrokeOutline {
    /// Adds the outline to Cairo's path. Fill it with the default rule, by winding number.
    public func addPath(to cairo: OpaquePointer) {
        var isFirst = true
        visitVertices { vertex in
            if isFirst { cairo_move_to(cairo, vertex.x, vertex.y) } else { cairo_line_to(cairo, vertex.x, vertex.y) }
            isFirst = false
        }
        if !isFirst { cairo_close_path(cairo) }
    }
}

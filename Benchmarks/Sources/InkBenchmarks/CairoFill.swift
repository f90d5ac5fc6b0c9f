// SPDX-License-Identifier: MIT
import CCairo
import InkStroke

/// The reference: Cairo fills the same outlines by the same rule, in best quality, on its image backend.
final class CairoFill {
    private let surface: OpaquePointer
    private let context: OpaquePointer

    init(width: Int32, height: Int32, scale: Double) {
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        context = cairo_create(surface)
        cairo_scale(context, scale, scale)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Selects the best quality, or Cairo's default.
    func setQuality(isBest: Bool) {
        cairo_set_antialias(context, isBest ? CAIRO_ANTIALIAS_BEST : CAIRO_ANTIALIAS_DEFAULT)
    }

    /// The surface's bytes: blue, green, red and alpha of each pixel.
    var bytes: [UInt8] {
        let count = Int(cairo_image_surface_get_stride(surface) * cairo_image_surface_get_height(surface))
        return Array(UnsafeBufferPointer(start: cairo_image_surface_get_data(surface), count: count))
    }

    /// Clears the surface and fills the strokes.
    func run(_ drawing: InkedDrawing) {
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        for inked in drawing.strokes {
            cairo_set_source_rgba(context, 0.08, 0.13, 0.24, 1)
            cairo_new_path(context)
            var isFirst = true
            inked.outline.visitVertices { vertex in
                if isFirst {
                    cairo_move_to(context, vertex.x, vertex.y)
                } else {
                    cairo_line_to(context, vertex.x, vertex.y)
                }
                isFirst = false
            }
            cairo_close_path(context)
            cairo_fill(context)
        }
        cairo_surface_flush(surface)
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import InkGeometry
import PicturePassword

/// A painter of the parts of a drawing, each with its number, for the person who defines a picture password.
@MainActor enum PartPainter {
    private static let tapRadius = 12.0
    private static let numberSize = 18.0

    static func draw(_ parts: [GesturePart], _ frame: PictureFrame, in cairo: OpaquePointer) {
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        for part in parts {
            for finger in part.fingers { draw(finger.points.map { frame.toSurface($0.position) }, in: cairo) }
        }
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
        cairo_set_font_size(cairo, numberSize)
        for (place, part) in parts.enumerated() {
            guard let first = part.fingers.first?.points.first else { continue }
            let start = frame.toSurface(first.position)
            cairo_move_to(cairo, start.x + tapRadius / 2, start.y - tapRadius / 2)
            cairo_text_path(cairo, "\(place + 1)")
            stroke(cairo, halo: 4, line: 0)
            cairo_fill(cairo)
        }
    }

    /// Draws a line, or the ring of a tap.
    private static func draw(_ points: [InkPoint], in cairo: OpaquePointer) {
        guard let first = points.first else { return }
        if points.allSatisfy({ $0.distance(to: first) < tapRadius }) {
            cairo_new_sub_path(cairo)
            cairo_arc(cairo, first.x, first.y, tapRadius, 0, 2 * .pi)
        } else {
            for point in points { cairo_line_to(cairo, point.x, point.y) }
        }
        stroke(cairo, halo: 6, line: 3)
        cairo_new_path(cairo)
    }

    /// Strokes the path in white with a dark rim, which is seen on every picture.
    private static func stroke(_ cairo: OpaquePointer, halo: Double, line: Double) {
        cairo_set_source_rgba(cairo, 0, 0, 0, 0.6)
        cairo_set_line_width(cairo, halo)
        cairo_stroke_preserve(cairo)
        cairo_set_source_rgba(cairo, 1, 1, 1, 1)
        guard line > 0 else { return }
        cairo_set_line_width(cairo, line)
        cairo_stroke_preserve(cairo)
    }
}

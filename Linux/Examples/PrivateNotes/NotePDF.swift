// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import Ink
import InkLockGTK

/// A note as a PDF: text that can be selected, set by Pango, and the signature as outlines.
@MainActor final class NotePDF {
    struct Failed: Error {}

    /// A page of A4 in points, and its margin.
    private static let (width, height, margin) = (595.28, 841.89, 64.0)
    private static let pageLimit = 1000
    private let cairo: OpaquePointer
    private var y = margin
    private var pageCount = 1

    private init(_ cairo: OpaquePointer) { self.cairo = cairo }

    /// Writes a note into the user's folder for documents, and returns the name of the file.
    static func save(_ note: Note) throws -> String {
        let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS).map { String(cString: $0) }
        let folder = documents ?? String(cString: g_get_home_dir())
        let name = fileName(note.heading, in: folder)
        // The file is complete under its name, or not there.
        let path = "\(folder)/.\(name).part"
        // Readable by its owner alone, as the note was.
        let mask = umask(0o077)
        defer {
            umask(mask)
            unlink(path)
        }
        try write(note, to: path)
        guard rename(path, "\(folder)/\(name)") == 0 else { throw Failed() }
        return name
    }

    /// Returns a name that no file of the folder has. Linux takes 255 bytes, with the ending and a number.
    static func fileName(_ heading: String, in folder: String) -> String {
        var plain = String(heading.map { $0.isLetter || $0.isNumber || " -_,".contains($0) ? $0 : "-" }.prefix(60))
        while plain.utf8.count > 200 { plain.removeLast() }
        for i in 1... {
            let name = i == 1 ? "\(plain).pdf" : "\(plain) \(i).pdf"
            if !FileManager.default.fileExists(atPath: "\(folder)/\(name)") { return name }
        }
        return "\(plain).pdf"
    }

    private static func write(_ note: Note, to path: String) throws {
        let surface = cairo_pdf_surface_create(path, width, height)
        defer { cairo_surface_destroy(surface) }
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, note.heading)
        let cairo = cairo_create(surface)!
        defer { cairo_destroy(cairo) }
        let page = NotePDF(cairo)
        let words = Words.shared
        if !note.title.isEmpty { try page.set(note.title, "Sans Bold 22", after: 4) }
        try page.set(words.date(note.created), "Sans 10", isQuiet: true, after: 20)
        for line in note.text.split(separator: "\n", omittingEmptySubsequences: false) {
            try page.set(String(line), "Sans 11.5", after: 5)
        }
        if let drawing = note.drawing, let signed = note.signed {
            try page.draw(drawing)
            try page.set(words.signedOn(words.date(signed)), "Sans 9.5", isQuiet: true)
            if note.isOlderSignature { try page.set(words.signedOlder, "Sans 9.5", isQuiet: true) }
        }
        cairo_show_page(cairo)
        cairo_surface_finish(surface)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw Failed() }
    }

    private func turn() throws {
        cairo_show_page(cairo)
        pageCount += 1
        guard pageCount <= Self.pageLimit else { throw Failed() }
        y = Self.margin
    }

    /// Sets a paragraph, line by line, on as many pages as it needs.
    private func set(_ text: String, _ font: String, isQuiet: Bool = false, after: Double = 0) throws {
        let layout = pango_cairo_create_layout(cairo)!
        // The units of the page are points.
        pango_cairo_context_set_resolution(pango_layout_get_context(layout), 72)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let description = pango_font_description_from_string(font)
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_width(layout, Int32((Self.width - 2 * Self.margin) * Double(PANGO_SCALE)))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_text(layout, text, -1)
        cairo_set_source_rgb(cairo, isQuiet ? 0.37 : 0.12, isQuiet ? 0.34 : 0.11, isQuiet ? 0.3 : 0.09)
        let lines = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(lines) }
        repeat {
            var frame = PangoRectangle()
            pango_layout_iter_get_line_extents(lines, nil, &frame)
            let scale = Double(PANGO_SCALE)
            let height = Double(frame.height) / scale
            if y + height > Self.height - Self.margin { try turn() }
            let line = pango_layout_iter_get_line_readonly(lines)
            let baseline = Double(pango_layout_iter_get_baseline(lines) - frame.y) / scale
            cairo_move_to(cairo, Self.margin + Double(frame.x) / scale, y + baseline)
            pango_cairo_show_layout_line(cairo, line)
            y += height
        } while pango_layout_iter_next_line(lines) != 0
        y += after
    }

    /// Draws a signature at most 240 points wide and 90 points high.
    private func draw(_ drawing: Drawing) throws {
        let area = Rendering(isCropped: true).area(of: drawing)
        guard !area.isEmpty else { return }
        let scale = min(1, 240 / area.width, 90 / area.height)
        if y + area.height * scale + 40 > Self.height - Self.margin { try turn() }
        y += 16
        cairo_save(cairo)
        cairo_translate(cairo, Self.margin, y)
        cairo_scale(cairo, scale, scale)
        cairo_translate(cairo, -area.minX, -area.minY)
        for inked in InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: 4)).strokes {
            inked.outline.addPath(to: cairo)
            let color = inked.stroke.brush.color
            cairo_set_source_rgba(
                cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
                Double(color.alpha) / 255)
            cairo_fill(cairo)
        }
        cairo_restore(cairo)
        y += area.height * scale + 6
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import Ink
import InkLockGTK

/// A note on a card: its title, its text and its signature. Every change is saved.
@MainActor final class NoteEditor: View {
    var onSign: (() -> Void)?
    var onSave: (() -> Void)?
    var onDelete: (() -> Void)?
    var onBack: (() -> Void)?
    private let id: UUID
    private let notebook: Notebook
    private let back = gtk_button_new_from_icon_name("go-previous-symbolic")!.styled("inklock-plain")
    private let title = gtk_entry_new()!
    private let text = gtk_text_view_new()!
    private let state = line(role: GTK_ACCESSIBLE_ROLE_STATUS)
    private let signature = adw_bin_new()!

    init(_ note: Note, in notebook: Notebook) {
        id = note.id
        self.notebook = notebook
        let words = Words.shared
        let header = adw_header_bar_new()!
        adw_header_bar_set_title_widget(header.opaque, box(GTK_ORIENTATION_HORIZONTAL))
        back.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, words.back)
        adw_header_bar_pack_start(header.opaque, back)
        adw_header_bar_pack_start(header.opaque, state.styled("notes-state"))
        let tools = [
            ("user-trash-symbolic", words.delete), ("document-save-symbolic", words.savePDF),
            ("document-edit-symbolic", words.sign),
        ].map { icon, name in
            let tool = gtk_button_new_from_icon_name(icon)!.styled("inklock-plain")
            tool.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, name)
            gtk_widget_set_tooltip_text(tool, name)
            adw_header_bar_pack_end(header.opaque, tool)
            return tool
        }
        title.styled("notes-title")
        title.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, words.titleLabel)
        gtk_entry_set_placeholder_text(title.cast(), words.titleLabel)
        gtk_editable_set_text(title.opaque, note.title)
        let date = label(words.date(note.created), justify: GTK_JUSTIFY_LEFT).styled("notes-quiet")
        gtk_text_view_set_wrap_mode(text.cast(), GTK_WRAP_WORD_CHAR)
        text.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, words.textLabel)
        let buffer = gtk_text_view_get_buffer(text.cast())!
        gtk_text_buffer_set_text(buffer, note.text, -1)
        for spacing in [gtk_text_view_set_pixels_above_lines, gtk_text_view_set_pixels_inside_wrap] {
            spacing(text.cast(), 5)
        }
        let card = box(
            GTK_ORIENTATION_VERTICAL, spacing: 10, title, date, text.expanded(), signature
        ).styled("notes-card")
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(clamp.opaque, 760)
        adw_clamp_set_child(clamp.opaque, card)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_bottom] {
            margin(clamp, 20)
        }
        let scroller = gtk_scrolled_window_new()!.expanded()
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, clamp)
        super.init(box(GTK_ORIENTATION_VERTICAL, header, scroller))
        for (tool, action) in zip(tools, [\NoteEditor.onDelete, \.onSave, \.onSign]) {
            tool.onClick { [weak self] in self?[keyPath: action]?() }
        }
        back.onClick { [weak self] in self?.onBack?() }
        // A long title shows its beginning, except while it is edited.
        let focus = gtk_event_controller_focus_new()!
        connect(UnsafeMutableRawPointer(focus), "leave") { [title] _ in gtk_editable_set_position(title.opaque, 0) }
        gtk_widget_add_controller(title, focus)
        connect(title, "changed") { [weak self] _ in self?.change() }
        connect(UnsafeMutableRawPointer(buffer), "changed") { [weak self] _ in self?.change() }
        connect(widget, "map") { [weak self] _ in self?.showBack() }
        keepUpdated { [weak self] in self?.update() }
    }

    func focus() { gtk_widget_grab_focus(title) }

    /// Shows the way back to the list in a window that shows one of both, and hides it in a wide one.
    func showBack() {
        guard let leaflet = gtk_widget_get_ancestor(widget, adw_leaflet_get_type()) else { return }
        back.isVisible = adw_leaflet_get_folded(leaflet.opaque) != 0
    }

    private func change() {
        let title = String(cString: gtk_editable_get_text(self.title.opaque))
        let buffer = gtk_text_view_get_buffer(text.cast())
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        let bytes = gtk_text_buffer_get_text(buffer, &start, &end, 0)!
        defer { g_free(bytes) }
        let text = String(cString: bytes)
        notebook.change(id) { note in
            guard note.title != title || note.text != text else { return }
            note.title = title
            note.text = text
            if note.signed != nil { note.isOlderSignature = true }
        }
    }

    private func update() {
        let words = Words.shared
        switch notebook.state {
        case .saved: show(words.saved, on: state)
        case .saving, .opening: show(words.saving, on: state)
        case .unreadable: show(words.unreadable, on: state)
        case .unwritable(let problem): show(words.unwritten(problem), on: state)
        }
        state.style("saved", notebook.state == .saved)
        if let note = notebook.notes.first(where: { $0.id == id }) { showSignature(note) }
    }

    private var shownSignature: Note?

    private func showSignature(_ note: Note) {
        var shown = note
        (shown.title, shown.text) = ("", "")
        guard shown != shownSignature else { return }
        shownSignature = shown
        guard let drawing = note.drawing, let signed = note.signed else {
            return adw_bin_set_child(signature.cast(), nil)
        }
        let words = Words.shared
        let picture = SignaturePicture(drawing)
        let caption = label(words.signedOn(words.date(signed)), justify: GTK_JUSTIFY_LEFT).styled("notes-quiet")
        let older = label(words.signedOlder, justify: GTK_JUSTIFY_LEFT).styled("notes-quiet")
        older.isVisible = note.isOlderSignature
        let again = button(words.signAgain, "inklock-plain") { [weak self] in self?.onSign?() }
        let remove = button(words.removeSignature, "inklock-plain") { [notebook, id] in
            notebook.change(id) { $0.removeSignature() }
        }
        adw_bin_set_child(
            signature.cast(),
            box(
                GTK_ORIENTATION_VERTICAL, spacing: 6, picture.widget, caption, older,
                box(GTK_ORIENTATION_HORIZONTAL, spacing: 4, again, remove)))
    }
}

/// A finished signature, cut to its ink.
@MainActor final class SignaturePicture: View {
    private static let height = 110.0

    init(_ drawing: Drawing) {
        let rendering = Rendering(
            scale: 2, isCropped: true, background: Background(color: SignaturePaper.color))
        let picture = gtk_picture_new()!
        super.init(picture)
        picture.styled("notes-signature").aligned(GTK_ALIGN_START)
        picture.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Words.shared.sign)
        gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN)
        guard let bitmap = try? rendering.bitmap(drawing) else { return }
        let bytes = bitmap.rgba
        let copy = g_bytes_new(bytes, gsize(bytes.count))
        let texture = gdk_memory_texture_new(
            bitmap.width, bitmap.height, GDK_MEMORY_R8G8B8A8, copy, gsize(bitmap.width) * 4)
        g_bytes_unref(copy)
        gtk_picture_set_paintable(picture.opaque, texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
        let height = min(Self.height, Double(bitmap.height) / 2)
        gtk_widget_set_size_request(
            picture, Int32(height * Double(bitmap.width) / Double(bitmap.height)), Int32(height))
    }
}

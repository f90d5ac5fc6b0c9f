// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK

/// The list of notes, with a field to search them and buttons to add a note, change the settings and lock the app.
@MainActor final class NoteList: View {
    var onChoice: ((UUID) -> Void)?
    var onAdd: (() -> Void)?
    var onSettings: (() -> Void)?
    var onLock: (() -> Void)?
    private let notebook: Notebook
    private let list = gtk_list_box_new()!
    private let search = gtk_search_entry_new()!
    private let count = label(justify: GTK_JUSTIFY_LEFT).styled("notes-quiet")
    private var shown: [Note] = []
    private var rows: [NoteRow] = []
    private var selected: UUID?
    private var isFilling = false

    init(_ notebook: Notebook) {
        self.notebook = notebook
        let words = Words.shared
        let header = adw_header_bar_new()!
        adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
        let icon = gtk_image_new_from_paintable(Pictures.icon)!
        gtk_image_set_pixel_size(icon.opaque, 28)
        let name = line("Private Notes", role: GTK_ACCESSIBLE_ROLE_HEADING).styled("notes-name")
        adw_header_bar_set_title_widget(header.opaque, box(GTK_ORIENTATION_HORIZONTAL))
        adw_header_bar_pack_start(header.opaque, box(GTK_ORIENTATION_HORIZONTAL, spacing: 10, icon, name))
        let add = gtk_button_new_from_icon_name("list-add-symbolic")!.styled("inklock-main", "notes-add")
        add.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, words.newNote)
        gtk_widget_set_tooltip_text(add, words.newNote)
        adw_header_bar_pack_end(header.opaque, add.aligned(nil, GTK_ALIGN_CENTER))
        search.set("placeholder-text", words.search)
        search.styled("notes-search")
        search.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, words.search)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(search, 14) }
        gtk_widget_set_margin_bottom(search, 8)
        let scroller = gtk_scrolled_window_new()!.expanded()
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        list.styled("notes-list")
        list.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, words.notesLabel)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_bottom] { margin(count, 22) }
        let settings = Self.tool("emblem-system-symbolic", words.settings)
        let lock = Self.tool("system-lock-screen-symbolic", words.lockNow)
        let bar = box(GTK_ORIENTATION_HORIZONTAL, settings.expanded(vertically: false), lock)
        bar.styled("notes-bar")
        gtk_box_set_homogeneous(bar.cast(), 1)
        super.init(box(GTK_ORIENTATION_VERTICAL, header, search, scroller, count, bar).styled("notes-sidebar"))
        gtk_widget_set_size_request(widget, 320, -1)
        // Its children expand, and it does not.
        gtk_widget_set_hexpand(widget, 0)
        add.onClick { [weak self] in self?.onAdd?() }
        settings.onClick { [weak self] in self?.onSettings?() }
        lock.onClick { [weak self] in self?.onLock?() }
        connect(search, "search-changed") { [weak self] _ in self?.update() }
        connect(list, "row-activated") { [weak self] values in
            guard let self, let row = values.object(1) else { return }
            let index = Int(gtk_list_box_row_get_index(UnsafeMutablePointer(row)))
            if self.shown.indices.contains(index) { self.onChoice?(self.shown[index].id) }
        }
    }

    private static func tool(_ icon: String, _ text: String) -> Widget {
        let content = adw_button_content_new()!
        adw_button_content_set_icon_name(content.opaque, icon)
        adw_button_content_set_label(content.opaque, text)
        let tool = gtk_button_new()!.styled("inklock-plain")
        gtk_button_set_child(tool.cast(), content.aligned(GTK_ALIGN_CENTER))
        tool.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, text)
        return tool
    }

    func select(_ id: UUID) {
        selected = id
        update()
        mark()
    }

    /// Shows the notes that contain what is searched for.
    func update() {
        let word = String(cString: gtk_editable_get_text(search.opaque))
        let notes = notebook.notes.filter {
            word.isEmpty || $0.title.localizedCaseInsensitiveContains(word)
                || $0.text.localizedCaseInsensitiveContains(word)
        }
        switch notebook.state {
        case .unreadable: show(Words.shared.unreadable, on: count)
        case .unwritable(let problem): show(Words.shared.unwritten(problem), on: count)
        default:
            let isMissed = notes.isEmpty && !word.isEmpty
            show(isMissed ? Words.shared.nothingFound : Words.shared.noteCount(notes.count), on: count)
        }
        guard notes != shown else { return }
        // A change of one note, as with each key, touches its row alone.
        if notes.map(\.id) == shown.map(\.id) {
            for (place, note) in notes.enumerated() where note != shown[place] { rows[place].show(note) }
            shown = notes
            return
        }
        shown = notes
        while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(list.opaque, row) }
        rows = notes.map { NoteRow($0) }
        for row in rows { gtk_list_box_append(list.opaque, row.widget) }
        mark()
    }

    private func mark() {
        guard let place = shown.firstIndex(where: { $0.id == selected }) else {
            return gtk_list_box_unselect_all(list.opaque)
        }
        gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, Int32(place)))
    }
}

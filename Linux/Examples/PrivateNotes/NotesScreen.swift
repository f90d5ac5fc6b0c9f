// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK
import InkLockLinux

/// The notes: the list on the left, and one note on the right. A narrow window shows one of both.
@MainActor final class NotesScreen: View {
    private let notebook: Notebook
    private let store: Store
    private let onPictureChange: @MainActor () -> Void
    private let leaflet = adw_leaflet_new()!
    private let list: NoteList
    /// It moves from page to page, so a view keeps it in between.
    private let empty: View
    private let pane = adw_bin_new()!
    private let toasts = adw_toast_overlay_new()!
    private var editor: NoteEditor?
    private var other: View?
    private weak var settings: SettingsScreen?
    /// The note that is open.
    private(set) var chosen: UUID?

    /// - Parameters:
    ///   - opened: The note to open first, if it is there.
    ///   - before: The task that still writes to the notebook's file.
    init(
        _ notebook: Notebook, _ store: Store, opened: UUID?, after before: Task<Void, Never>?,
        onPictureChange: @escaping @MainActor () -> Void
    ) {
        self.notebook = notebook
        self.store = store
        self.onPictureChange = onPictureChange
        list = NoteList(notebook)
        let words = Words.shared
        empty = View(
            centred(
                [
                    label(words.emptyTitle, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("title-2"),
                    label(words.emptyText).styled("notes-quiet"),
                ], spacing: 8))
        super.init(leaflet)
        adw_leaflet_append(leaflet.opaque, list.widget)
        adw_toast_overlay_set_child(toasts.opaque, pane)
        adw_leaflet_append(leaflet.opaque, toasts.expanded())
        adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
        list.onChoice = { [weak self] in self?.open($0, focuses: false) }
        list.onAdd = { [weak self] in self?.add() }
        list.onSettings = { [weak self] in self?.showSettings() }
        list.onLock = { [store] in store.lock.lockNow() }
        connect(leaflet, property: "folded") { [weak self] in self?.editor?.showBack() }
        showEmpty()
        keepUpdated { [weak self] in self?.list.update() }
        let attempts = store.lock.failedAttempts
        if attempts.count > 0 {
            let last = attempts.lastWallMilliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
            toast(
                [words.failures(Int(attempts.count)), last.map { words.lastAttempt(words.time($0)) }]
                    .compactMap(\.self).joined(separator: "\n"))
        }
        Task { [weak self] in
            await before?.value
            await notebook.open()
            guard let self else { return }
            let first = self.isFolded ? nil : notebook.notes.first
            if let note = notebook.notes.first(where: { $0.id == opened }) ?? first {
                self.open(note.id, focuses: false)
            }
            if store.code != nil {
                self.showSettings()
            } else if store.lock.openedBy == .recoveryCode {
                self.showSettings()?.setPasscode()
            } else if store.isCodeUnsaved {
                self.offerCode()
            }
        }
    }

    private var isFolded: Bool { adw_leaflet_get_folded(leaflet.opaque) != 0 }

    /// Writes the last change, and forgets the notes.
    func close() async { await notebook.close() }

    private func toast(
        _ text: String, stays: Bool = false, _ button: String? = nil, action: (@MainActor () -> Void)? = nil
    ) {
        let toast = adw_toast_new(text)!
        adw_toast_set_custom_title(toast, label(text, justify: GTK_JUSTIFY_LEFT))
        if stays { adw_toast_set_timeout(toast, 0) }
        if let action {
            adw_toast_set_button_label(toast, button)
            connect(UnsafeMutableRawPointer(toast), "button-clicked") { _ in action() }
        }
        adw_toast_overlay_add_toast(toasts.opaque, toast)
    }

    /// Offers another recovery code in place of one that its owner has not saved.
    private func offerCode() {
        toast(Words.shared.codeUnsaved, stays: true, Words.shared.createCode) { [weak self] in
            self?.showSettings()?.renewCode()
        }
    }

    private func show(_ view: View?, or widget: Widget) {
        other = view
        adw_bin_set_child(pane.cast(), view?.widget ?? widget)
    }

    private func showEmpty() {
        chosen = nil
        editor = nil
        let header = adw_header_bar_new()!
        adw_header_bar_set_title_widget(header.opaque, box(GTK_ORIENTATION_HORIZONTAL))
        if let parent = gtk_widget_get_parent(empty.widget) { gtk_box_remove(parent.cast(), empty.widget) }
        show(nil, or: box(GTK_ORIENTATION_VERTICAL, header, empty.widget))
        adw_leaflet_set_visible_child(leaflet.opaque, list.widget)
    }

    private func add() {
        guard notebook.state != .opening, notebook.state != .unreadable else { return }
        notebook.tidy(except: nil)
        open(notebook.add().id, focuses: true)
    }

    private func open(_ id: UUID, focuses: Bool) {
        guard let note = notebook.notes.first(where: { $0.id == id }) else { return }
        adw_leaflet_set_visible_child(leaflet.opaque, toasts)
        if chosen == id, other === editor, editor != nil { return }
        chosen = id
        list.select(id)
        let editor = NoteEditor(note, in: notebook)
        editor.onSign = { [weak self] in self?.sign(id) }
        editor.onSave = { [weak self] in self?.savePDF(id) }
        editor.onDelete = { [weak self] in self?.delete(id) }
        editor.onBack = { [weak self] in self?.goBack() }
        self.editor = editor
        show(editor, or: empty.widget)
        if focuses { editor.focus() }
    }

    private func reopen() {
        guard let id = chosen, notebook.notes.contains(where: { $0.id == id }) else { return showEmpty() }
        other = nil
        chosen = nil
        open(id, focuses: false)
    }

    private func goBack() {
        notebook.tidy(except: nil)
        adw_leaflet_set_visible_child(leaflet.opaque, list.widget)
    }

    private func sign(_ id: UUID) {
        let screen = SigningScreen { [weak self] drawing in
            if let drawing { self?.notebook.change(id) { $0.sign(drawing) } }
            self?.reopen()
        }
        show(screen, or: empty.widget)
    }

    private func savePDF(_ id: UUID) {
        guard let note = notebook.notes.first(where: { $0.id == id }) else { return }
        do { toast(Words.shared.pdfSaved(try NotePDF.save(note))) } catch { toast(Words.shared.pdfFailed) }
    }

    private func delete(_ id: UUID) {
        let putBack = notebook.remove(id)
        if let next = notebook.notes.first, !isFolded { open(next.id, focuses: false) } else { showEmpty() }
        guard let putBack else { return }
        toast(Words.shared.deleted, Words.shared.undo) { [weak self] in
            putBack()
            self?.open(id, focuses: false)
        }
    }

    @discardableResult private func showSettings() -> SettingsScreen? {
        adw_leaflet_set_visible_child(leaflet.opaque, toasts)
        // A change that is under way shows its result on its own screen.
        if let settings, settings.isSetting {
            show(settings, or: empty.widget)
            return settings
        }
        let settings = SettingsScreen(store, isFolded: isFolded) { [weak self] in
            guard let self else { return }
            self.onPictureChange()
            self.reopen()
            if self.isFolded { self.goBack() }
        }
        self.settings = settings
        show(settings, or: empty.widget)
        return settings
    }
}

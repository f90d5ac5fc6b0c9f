// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK
import InkLockLinux

/// The window: the set-up of the lock until there is one, then the notes, below the cover.
@MainActor final class NotesWindow {
    let widget: Widget
    private let store: Store
    private let pages = adw_bin_new()!
    private let cover: LockCover
    private var setUp: SetUpScreen?
    private var notes: NotesScreen?
    private var updating: Task<Void, Never>?

    init(_ application: UnsafeMutablePointer<GtkApplication>, _ store: Store) {
        self.store = store
        widget = adw_application_window_new(application)
        StyleSheet.load()
        AppStyle.load()
        widget.styled("notes")
        gtk_window_set_default_size(widget.cast(), 1040, 760)
        gtk_widget_set_size_request(widget, 340, 560)
        cover = LockCover(
            over: widget, content: pages, lock: store.lock,
            options: LockOptions(icon: Pictures.icon, picture: Pictures.picture(store.pictureName)))
        adw_application_window_set_content(widget.cast(), cover.widget)
        cover.onChange = { [weak self] _ in self?.update() }
        connect(widget, "close-request") { [weak self] values in
            values.answer(self?.close() ?? false)
        }
        update()
    }

    /// Writes the last change before the window goes.
    private func close() -> Bool {
        guard let notes else { return false }
        self.notes = nil
        Task {
            await notes.close()
            gtk_window_destroy(widget.cast())
        }
        return true
    }

    private func update() {
        let lock = store.lock
        guard lock.snapshot.loading == .complete else { return }
        if lock.snapshot.state == .unconfigured, setUp == nil {
            setUp = SetUpScreen(store) { [weak self] in self?.finishSetUp() }
            show(setUp)
        }
        guard setUp == nil else { return }
        if let key = lock.dataKey {
            guard notes == nil, let notebook = store.notebook(key) else { return }
            let screen = NotesScreen(
                notebook, store, wrongAttempts: Int(lock.failedAttempts.count)
            ) { [weak self] in self?.showPicture() }
            notes = screen
            show(screen)
        } else if let notes {
            // What is on the screen goes with the key.
            self.notes = nil
            show(nil)
            Task { await notes.close() }
        }
    }

    private func finishSetUp() {
        setUp = nil
        showPicture()
        show(nil)
        update()
    }

    private func showPicture() {
        cover.show(LockOptions(icon: Pictures.icon, picture: Pictures.picture(store.pictureName)))
    }

    private func show(_ view: View?) {
        adw_bin_set_child(pages.cast(), view?.widget ?? box(GTK_ORIENTATION_VERTICAL))
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import Foundation
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
    /// The note that was open when the app was locked.
    private var opened: UUID?
    private var following: Task<Void, Never>?
    /// The task that writes the last changes of notes that are no longer shown.
    private var closing: Task<Void, Never>?
    private var isClosing = false
    private let startOver = StartOverView()

    init(_ application: UnsafeMutablePointer<GtkApplication>, _ store: Store) {
        self.store = store
        widget = adw_application_window_new(application)
        StyleSheet.load()
        AppStyle.load()
        widget.styled("notes")
        gtk_window_set_default_size(widget.cast(), 1040, 760)
        gtk_widget_set_size_request(widget, 320, 560)
        cover = LockCover(
            over: widget, content: pages, lock: store.lock, options: Self.options(store, startOver))
        startOver.onConfirm = { [weak self] in await self?.eraseAll() ?? false }
        adw_application_window_set_content(widget.cast(), cover.widget)
        cover.onChange = { [weak self] _ in self?.update() }
        connect(widget, "close-request") { [weak self] values in
            values.answer(self?.close() ?? false)
        }
        update()
        // The cover tells only when it comes and goes. The lock may erase the key in between.
        following = Task { [weak self, lock = store.lock] in
            for await _ in lock.snapshots() {
                guard let self else { return }
                self.update()
            }
        }
    }

    /// Writes the last change before the window goes.
    private func close() -> Bool {
        if isClosing { return true }
        CopiedCode.forget()
        letGo()
        isClosing = true
        Task {
            await closing?.value
            guard let problem = await store.file.write() else { return gtk_window_destroy(widget.cast()) }
            askToClose(in: problem)
        }
        return true
    }

    /// Asks whether to close although the last change is not written. The app may be locked, so the question has a
    /// window of its own.
    private func askToClose(in problem: NotesFile.Problem) {
        let words = Words.shared
        let question = adw_window_new()!.styled("notes")
        gtk_window_set_title(question.cast(), "Private Notes")
        gtk_window_set_default_size(question.cast(), 420, -1)
        let cancel = button(words.cancel, "inklock-main") { gtk_window_close(question.cast()) }
        let close = button(words.closeUnsaved, "inklock-plain") { [weak self] in
            gtk_window_destroy(question.cast())
            if let self { gtk_window_destroy(self.widget.cast()) }
        }
        connect(question, "close-request") { [weak self] _ in
            self?.isClosing = false
            self?.update()
        }
        adw_window_set_content(
            question.cast(),
            centred([
                label(words.unwritten(problem)), close.aligned(GTK_ALIGN_CENTER), cancel.aligned(GTK_ALIGN_CENTER),
            ]))
        gtk_window_present(question.cast())
    }

    /// Takes the notes from the screen, writes the last change, and forgets them.
    private func letGo() {
        guard let notes else { return }
        opened = notes.chosen
        self.notes = nil
        show(nil)
        let before = closing
        closing = Task {
            await before?.value
            await notes.close()
        }
    }

    private func update() {
        let lock = store.lock
        startOver.show(for: lock.snapshot)
        guard !isClosing else { return }
        // Remove the notes from the screen when the key is erased.
        if lock.dataKey == nil { letGo() }
        guard lock.snapshot.loading == .complete else { return }
        if lock.snapshot.state == .unconfigured, setUp == nil {
            setUp = SetUpScreen(store) { [weak self] in self?.finishSetUp() }
            show(setUp)
        }
        guard setUp == nil else { return }
        if let key = lock.dataKey {
            guard notes == nil, let notebook = store.notebook(key) else { return }
            let screen = NotesScreen(notebook, store, opened: opened, after: closing) { [weak self] in
                self?.showOptions()
            }
            notes = screen
            show(screen)
        }
    }

    private func finishSetUp() {
        setUp = nil
        showOptions()
        show(nil)
        update()
    }

    /// Deletes all notes and the lock, and returns whether that is done.
    private func eraseAll() async -> Bool {
        await closing?.value
        do throws(VaultError) { try await store.startOver() } catch { return false }
        opened = nil
        // It may have shown the code of the lock that is gone.
        setUp = nil
        showOptions()
        update()
        return true
    }

    private static func options(_ store: Store, _ footer: View) -> LockOptions {
        var options = LockOptions(icon: Pictures.icon, picture: Pictures.picture(store.pictureName))
        options.footer = footer.widget
        return options
    }

    private func showOptions() { cover.show(Self.options(store, startOver)) }

    private func show(_ view: View?) {
        adw_bin_set_child(pages.cast(), view?.widget ?? box(GTK_ORIENTATION_VERTICAL))
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK
import InkLockLinux

/// A button on the cover for owners who can no longer open their notes: nothing unlocks them, or the cover asks for a
/// recovery code that is lost. After confirmation, it deletes all notes and erases the lock.
@MainActor final class StartOverView: View {
    /// A closure that deletes the notes and erases the lock, and returns whether that is done.
    var onConfirm: (@MainActor () async -> Bool)?
    private let opener: Widget
    private let question: Widget
    private let words = label(Words.shared.startOverText, role: GTK_ACCESSIBLE_ROLE_STATUS)
    private let keep: Widget
    private var isBusy = false

    init() {
        let texts = Words.shared
        opener = gtk_button_new_with_label(texts.startOver)!.styled("inklock-plain")
        keep = gtk_button_new_with_label(texts.keepNotes)!.styled("inklock-main")
        let delete = gtk_button_new_with_label(texts.deleteAllNotes)!.styled("inklock-plain", "notes-danger")
        for button in [opener, keep, delete] { button.aligned(GTK_ALIGN_CENTER) }
        gtk_label_set_max_width_chars(words.opaque, 44)
        question = box(GTK_ORIENTATION_VERTICAL, spacing: 8, words, delete, keep)
        super.init(box(GTK_ORIENTATION_VERTICAL, opener, question).margins(8))
        widget.isVisible = false
        question.isVisible = false
        opener.onClick { [weak self] in self?.ask(true) }
        keep.onClick { [weak self] in self?.ask(false) }
        delete.onClick { [weak self] in self?.confirm() }
    }

    /// Shows the button while the lock asks for a recovery code, and where nothing opens it.
    func show(for snapshot: LockSnapshot) {
        widget.isVisible = Self.isNeeded(in: snapshot)
        if !widget.isVisible { ask(false) }
    }

    private static func isNeeded(in snapshot: LockSnapshot) -> Bool {
        // A record that cannot be read now may be readable later.
        guard snapshot.loading == .complete else { return false }
        switch snapshot.state {
        case .recoveryRequired, .wiped: return true
        case .locked, .lockedOut, .passcodeRequired, .verifying: return snapshot.presentedMethod == .recoveryCode
        case .unconfigured, .unlocked, .covered, .prompting: return false
        }
    }

    private func ask(_ isAsking: Bool) {
        guard isAsking != question.isVisible, !isBusy else { return }
        InkLockGTK.show(Words.shared.startOverText, on: words)
        opener.isVisible = !isAsking
        question.isVisible = isAsking
        if widget.isVisible { gtk_widget_grab_focus(isAsking ? keep : opener) }
    }

    private func confirm() {
        guard !isBusy else { return }
        isBusy = true
        question.isEnabled = false
        Task {
            let isDone = await onConfirm?() ?? false
            isBusy = false
            question.isEnabled = true
            if isDone { ask(false) } else { InkLockGTK.show(Words.shared.startOverFailed, on: words) }
        }
    }
}

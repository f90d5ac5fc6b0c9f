// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK

/// Shows a recovery code until the user has saved it. A copied code leaves the clipboard then, or after a minute.
@MainActor final class RecoveryCodeView: View {
    init(_ code: String, onDone: @escaping @MainActor () -> Void) {
        let words = Words.shared
        let title = label(words.codeTitle, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("title-1")
        let text = label(words.codeText).styled("notes-quiet")
        let shown = label(code).styled("notes-code")
        let copy = gtk_button_new_with_label(words.copy)!.styled("inklock-plain")
        let kept = gtk_check_button_new_with_label(words.kept)!
        let next = button(words.next, "inklock-main") {
            CopiedCode.forget()
            onDone()
        }
        next.isEnabled = false
        super.init(
            centred([
                title, text, shown, copy.aligned(GTK_ALIGN_CENTER), kept.aligned(GTK_ALIGN_CENTER),
                next.aligned(GTK_ALIGN_CENTER),
            ]))
        // The page takes the focus from the one before it.
        connect(copy, "map") { _ in gtk_widget_grab_focus(copy) }
        copy.onClick {
            CopiedCode.copy(code, to: gtk_widget_get_clipboard(copy))
            gtk_button_set_label(copy.cast(), words.copied)
        }
        connect(kept, "toggled") { _ in next.isEnabled = gtk_check_button_get_active(kept.cast()) != 0 }
    }
}

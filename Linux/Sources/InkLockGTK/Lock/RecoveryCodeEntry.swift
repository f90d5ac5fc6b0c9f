// SPDX-License-Identifier: MIT
import CGTK

/// A field to type or paste a recovery code.
@MainActor final class RecoveryCodeEntry: View {
    private let submit: @MainActor (String) async -> Bool
    private let field = gtk_entry_new()!
    private let hint = label().styled("inklock-quiet", "caption")
    private var isBusy = false

    /// - Parameter submit: A closure that tries a code and returns whether it was correct.
    init(submit: @escaping @MainActor (String) async -> Bool) {
        self.submit = submit
        super.init(box(GTK_ORIENTATION_VERTICAL, spacing: 12, field, hint))
        field.styled("inklock-field")
        field.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.recoveryCode)
        gtk_entry_set_placeholder_text(field.cast(), Wording.recoveryCode)
        // In a narrow window the field shows a part of the code.
        gtk_editable_set_width_chars(field.opaque, 16)
        gtk_editable_set_max_width_chars(field.opaque, 34)
        // A code has 27 characters, and separators that its owner may type.
        gtk_entry_set_max_length(field.cast(), 200)
        // Input methods learn nothing from it.
        gtk_entry_set_input_hints(field.cast(), GTK_INPUT_HINT_PRIVATE)
        show(Wording.recoveryCodeHint, on: hint)
        let unlock = button(Wording.unlock, "inklock-main") { [weak self] in self?.enter() }
        gtk_box_append(widget.cast(), unlock.aligned(GTK_ALIGN_CENTER))
        connect(field, "activate") { [weak self] _ in self?.enter() }
        widget.isVisible = false
    }

    func focus() { gtk_widget_grab_focus(field) }

    private func enter() {
        let code = String(cString: gtk_editable_get_text(field.opaque))
        guard !isBusy, !code.isEmpty else { return }
        isBusy = true
        field.isEnabled = false
        show(Wording.oneMoment, on: hint)
        Task {
            let isRight = await submit(code)
            isBusy = false
            field.isEnabled = true
            show(Wording.recoveryCodeHint, on: hint)
            // A wrong code stays, so that the user can correct it.
            if isRight { gtk_editable_set_text(field.opaque, "") } else { focus() }
        }
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import InkLockLinux
import Passcode

/// PAM's questions in a dialog over a window: the host's side of `LinuxOwner` in a desktop app.
///
///     let owner = LinuxOwner(folder: folder, conversation: OwnerDialog())
///
/// The dialog appears over the app's active window.
public final class OwnerDialog: OwnerConversation {
    /// Creates a conversation that shows nothing yet.
    public init() {}

    public func answer(
        _ question: String, isSecret: Bool, for prompt: OwnerPrompt
    ) async throws(OwnerError) -> KeptSecret {
        guard let answer = await OwnerQuestion.ask(question, isSecret: isSecret, for: prompt) else { throw .cancelled }
        return answer
    }

    public func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async {
        await OwnerQuestion.show(message, for: prompt)
    }

    public func end(_ prompt: OwnerPrompt) async { await OwnerQuestion.close() }

    /// Returns a Boolean value that indicates whether a window is the dialog of a prompt.
    @MainActor static func isPrompt(_ window: Widget) -> Bool { OwnerQuestion.current?.dialog == window }
}

/// The dialog of a prompt. There is one at a time.
@MainActor final class OwnerQuestion {
    fileprivate static var current: OwnerQuestion?
    /// A Boolean value that indicates whether the user has cancelled the prompt while it only showed messages.
    private static var isCancelled = false

    let dialog: Widget
    private let field: Widget?
    private var waiter: CheckedContinuation<KeptSecret?, Never>?

    /// Asks a question and returns the answer; `nil` if the user cancelled, or the task.
    static func ask(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async -> KeptSecret? {
        guard !isCancelled, !Task.isCancelled else { return nil }
        dismiss()
        let asked = OwnerQuestion(question, prompt, field: isSecret ? gtk_password_entry_new() : gtk_entry_new())
        current = asked
        return await withTaskCancellationHandler {
            await withCheckedContinuation { asked.waiter = $0 }
        } onCancel: {
            Task { @MainActor in asked.answer(nil) }
        }
    }

    static func show(_ message: String, for prompt: OwnerPrompt) {
        guard !isCancelled else { return }
        dismiss()
        current = OwnerQuestion(message, prompt, field: nil)
    }

    static func close() {
        dismiss()
        isCancelled = false
    }

    private static func dismiss() {
        guard let shown = current else { return }
        current = nil
        shown.answer(nil)
        gtk_window_destroy(shown.dialog.cast())
        g_object_unref(shown.dialog)
    }

    private init(_ text: String, _ prompt: OwnerPrompt, field: Widget?) {
        self.field = field
        dialog = adw_message_dialog_new(Self.activeWindow, prompt.message, text.trimmingPrompt)!
        g_object_ref(dialog)
        let shown: UnsafeMutablePointer<AdwMessageDialog> = dialog.cast()
        adw_message_dialog_add_response(shown, "cancel", Wording.cancel)
        adw_message_dialog_set_close_response(shown, "cancel")
        if let field {
            field.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, text.trimmingPrompt)
            adw_message_dialog_set_extra_child(shown, field)
            adw_message_dialog_add_response(shown, "continue", Wording.continue)
            adw_message_dialog_set_response_appearance(shown, "continue", ADW_RESPONSE_SUGGESTED)
            adw_message_dialog_set_default_response(shown, "continue")
            connect(field, "activate") { [weak self] _ in self?.submit() }
        }
        connect(dialog, "response") { [weak self] values in
            guard let self else { return }
            if values.text(1) == "continue" { self.submit() } else { self.refuse() }
        }
        gtk_window_present(dialog.cast())
        field.map { _ = gtk_widget_grab_focus($0) }
    }

    private static var activeWindow: UnsafeMutablePointer<GtkWindow>? {
        guard let application = g_application_get_default() else { return nil }
        return gtk_application_get_active_window(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
    }

    private func submit() {
        guard let field, let text = gtk_editable_get_text(field.opaque) else { return answer(nil) }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        answer(KeptSecret(SecretBytes(capacity: bytes.count) { $0.copyMemory(from: bytes) }))
    }

    private func refuse() {
        if waiter == nil { Self.isCancelled = true }
        answer(nil)
    }

    private func answer(_ answer: KeptSecret?) {
        waiter?.resume(returning: answer)
        waiter = nil
    }
}

extension String {
    /// A question of PAM without the colon and the space for a terminal's cursor.
    fileprivate var trimmingPrompt: String {
        var text = Substring(self)
        while let last = text.last, last == " " || last == ":" { text.removeLast() }
        return String(text)
    }
}

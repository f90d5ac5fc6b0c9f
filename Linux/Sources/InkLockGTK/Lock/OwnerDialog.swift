// SPDX-License-Identifier: MIT
import CGTK
import InkLockLinux
import Observation
import Passcode

/// The host's side of `LinuxOwner` in a desktop app: a dialog that shows PAM's questions and the fingerprint reader's
/// hints.
///
///     let owner = LinuxOwner(folder: folder, conversation: OwnerDialog())
///
/// The dialog appears over the app's active window.
public final class OwnerDialog: OwnerConversation {
    /// Creates a conversation. The dialog appears with the first prompt.
    public init() {}

    public func answer(
        _ question: String, isSecret: Bool, for prompt: OwnerPrompt
    ) async throws(OwnerError) -> SharedSecretBytes {
        guard let answer = await OwnerQuestion.ask(question, isSecret: isSecret, for: prompt) else { throw .cancelled }
        return answer
    }

    public func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async {
        await OwnerQuestion.show(message, for: prompt)
    }

    public func waitForFinger(_ hint: FingerHint, for prompt: OwnerPrompt) async throws(OwnerError) {
        if let error = await OwnerQuestion.waitForFinger(hint, for: prompt) { throw error }
    }

    public func waitForCancel(_ prompt: OwnerPrompt) async { await OwnerQuestion.waitForCancel() }

    public func end(_ prompt: OwnerPrompt) async { await OwnerQuestion.close() }

    /// A Boolean value that indicates whether the dialog of a prompt is shown.
    ///
    /// A dialog closes by itself when one of its buttons is clicked, while the prompt goes on.
    @MainActor static var isShown: Bool {
        OwnerQuestion.shown.isThere && OwnerQuestion.current.map { gtk_widget_get_mapped($0.dialog) != 0 } ?? false
    }

    /// Returns a Boolean value that indicates whether a window is the dialog of a prompt.
    @MainActor static func isPrompt(_ window: Widget) -> Bool { OwnerQuestion.current?.dialog == window }
}

/// The dialog of a prompt. There is one at a time.
@MainActor final class OwnerQuestion {
    fileprivate static var current: OwnerQuestion? { didSet { if current == nil { shown.isThere = false } } }
    /// Tells views whether a dialog is shown.
    fileprivate static let shown = Shown()
    /// A Boolean value that indicates whether the user has cancelled the prompt while it asked nothing.
    private static var isCancelled = false
    /// The wait for that.
    private static var cancels: AsyncStream<Never>.Continuation?
    /// The messages since the last answer. A module may ask right after them, before they can be read.
    private static var messages: [String] = []

    @MainActor @Observable final class Shown {
        fileprivate(set) var isThere = false
    }

    let dialog: Widget
    private let field: Widget?
    private var waiter: CheckedContinuation<SharedSecretBytes?, Never>?
    /// A Boolean value that indicates whether the dialog shows the fingerprint reader's hints.
    private let isForFinger: Bool
    /// The host's wait for a hint, and its number. What cancels an earlier one must not end it.
    private var fingerWaiter: CheckedContinuation<OwnerError?, Never>?
    private var fingerNumber = 0

    /// Asks a question and returns the answer; `nil` if the user cancelled, or the task.
    static func ask(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async -> SharedSecretBytes? {
        guard !isCancelled, !Task.isCancelled else { return nil }
        dismiss()
        let asked = OwnerQuestion(question, prompt, field: isSecret ? gtk_password_entry_new() : gtk_entry_new())
        messages = []
        return await withTaskCancellationHandler {
            await withCheckedContinuation { asked.waiter = $0 }
        } onCancel: {
            Task { @MainActor in asked.answer(nil) }
        }
    }

    static func show(_ message: String, for prompt: OwnerPrompt) {
        guard !isCancelled, !Task.isCancelled else { return }
        dismiss()
        _ = OwnerQuestion(message, prompt, field: nil)
        messages.append(message.trimmingPrompt)
    }

    /// Returns when the user cancels the prompt while it asks nothing, or the task is cancelled.
    static func waitForCancel() async {
        guard !isCancelled else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        cancels = continuation
        for await _ in stream {}
    }

    /// Shows a hint until the task is cancelled.
    /// - Returns: The user's choice to end the prompt.
    static func waitForFinger(_ hint: FingerHint, for prompt: OwnerPrompt) async -> OwnerError? {
        guard !Task.isCancelled else { return nil }
        guard !isCancelled else { return .cancelled }
        let shown: OwnerQuestion
        if let current, current.isForFinger {
            shown = current
            adw_message_dialog_set_body(shown.dialog.cast(), Wording.hint(hint))
        } else {
            dismiss()
            shown = OwnerQuestion(Wording.hint(hint), prompt, field: nil, isForFinger: true)
        }
        shown.endHint(nil)
        shown.fingerNumber += 1
        let number = shown.fingerNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { shown.fingerWaiter = $0 }
        } onCancel: {
            Task { @MainActor in if shown.fingerNumber == number { shown.endHint(nil) } }
        }
    }

    private func endHint(_ error: OwnerError?) {
        fingerWaiter?.resume(returning: error)
        fingerWaiter = nil
    }

    static func close() {
        dismiss()
        isCancelled = false
        messages = []
    }

    private static func dismiss() {
        guard let shown = current else { return }
        current = nil
        shown.answer(nil)
        shown.endHint(nil)
        gtk_window_destroy(shown.dialog.cast())
        g_object_unref(shown.dialog)
    }

    /// Shows the dialog, which is ``current`` from then on.
    private init(_ text: String, _ prompt: OwnerPrompt, field: Widget?, isForFinger: Bool = false) {
        self.field = field
        self.isForFinger = isForFinger
        let body = (Self.messages + [text.trimmingPrompt]).joined(separator: "\n")
        dialog = adw_message_dialog_new(Self.activeWindow, prompt.message, body)!
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
        if isForFinger {
            let image = gtk_image_new_from_icon_name("auth-fingerprint-symbolic")!.styled("accent")
            gtk_image_set_pixel_size(image.opaque, 64)
            // Shorter hints leave the dialog as wide as it is.
            gtk_widget_set_size_request(image, 340, -1)
            adw_message_dialog_set_extra_child(shown, image)
            if let title = prompt.fallbackTitle, !title.isEmpty {
                adw_message_dialog_add_response(shown, "fallback", title)
            }
        }
        connect(dialog, "response") { [weak self] values in
            guard let self else { return }
            switch values.text(1) {
            case "continue": self.submit()
            case "fallback": self.endHint(.fallbackChosen)
            default: self.refuse()
            }
        }
        for (signal, isThere) in [("map", true), ("unmap", false)] {
            connect(dialog, signal) { [weak self] _ in
                if let self, Self.current === self { Self.shown.isThere = isThere }
            }
        }
        // A cover that sees a new window asks whether it is the prompt.
        Self.current = self
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
        answer(SharedSecretBytes(SecretBytes(capacity: bytes.count) { $0.copyMemory(from: bytes) }))
    }

    private func refuse() {
        if fingerWaiter != nil { return endHint(.cancelled) }
        if waiter != nil { return answer(nil) }
        Self.isCancelled = true
        Self.cancels?.finish()
    }

    private func answer(_ answer: SharedSecretBytes?) {
        waiter?.resume(returning: answer)
        waiter = nil
    }
}

extension String {
    /// A text of PAM without the colon, the space or the line feed for a terminal's cursor.
    fileprivate var trimmingPrompt: String {
        var text = Substring(self)
        while let last = text.last, " :\n".contains(last) { text.removeLast() }
        return String(text)
    }
}

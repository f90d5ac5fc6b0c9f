// SPDX-License-Identifier: MIT
import CGTK
import InkLock
import LockFlow

/// The buttons below a cover's screen for the other unlock methods: one of them by its name, several behind one button.
/// While the system's prompt is awaited, there is one that cancels it.
@MainActor final class LockChoices: View {
    /// A closure that is called when the user asks for the list of methods.
    var onList: (() -> Void)?
    private let window: LockWindow
    private let appName: String?
    private var shown: [UnlockMethod]?
    private var offersRecoveryCode = false
    private var awaitsPrompt = false

    init(_ window: LockWindow, _ options: LockOptions) {
        self.window = window
        appName = options.passcode.appName
        // As wide as the window, because GTK gives centred widgets less width than it measured, and their texts then
        // wrap.
        super.init(box(GTK_ORIENTATION_VERTICAL).margins(8))
        widget.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.otherMethods)
    }

    /// Shows the methods besides the one whose screen is shown.
    func show(_ content: LockCoverContent) {
        // Below the passcode's screen the recovery code has a button of its own.
        let methods = content.listedMethods
        let awaitsPrompt = content.awaitsPrompt && !OwnerDialog.isShown
        guard methods != shown || content.offersRecoveryCode != offersRecoveryCode || awaitsPrompt != self.awaitsPrompt
        else {
            return
        }
        (shown, offersRecoveryCode, self.awaitsPrompt) = (methods, content.offersRecoveryCode, awaitsPrompt)
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(widget.cast(), child) }
        if awaitsPrompt { add(Wording.cancel) { [window] in window.cancelPrompt() } }
        if offersRecoveryCode { add(Wording.forgotPasscode) { [window] in window.unlock(.recoveryCode) } }
        if methods.count > 1 {
            add(Wording.otherMethods) { [weak self] in self?.onList?() }
        } else {
            addButtons(methods)
        }
    }

    /// Shows a button for each method.
    func list(_ methods: [UnlockMethod], onCancel: @escaping @MainActor () -> Void) {
        addButtons(methods)
        add(Wording.cancel, onCancel)
    }

    private func addButtons(_ methods: [UnlockMethod]) {
        for method in methods { add(Wording.use(method, of: appName)) { [window] in window.unlock(method) } }
    }

    private func add(_ text: String, _ action: @escaping @MainActor () -> Void) {
        let choice = button(text, "inklock-plain", action: action)
        let text = gtk_button_get_child(choice.cast())!
        gtk_label_set_wrap(text.opaque, 1)
        gtk_label_set_natural_wrap_mode(text.opaque, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_justify(text.opaque, GTK_JUSTIFY_CENTER)
        gtk_box_append(widget.cast(), choice)
    }
}

extension LockCoverContent {
    /// A Boolean value that indicates whether the system asks the owner, in a window of its own or not yet.
    fileprivate var awaitsPrompt: Bool { if case .waiting = title { true } else { false } }
}

extension LockWindow {
    /// Ends a prompt that may never be answered.
    fileprivate func cancelPrompt() {
        lock.lockNow()
        refresh()
    }
}

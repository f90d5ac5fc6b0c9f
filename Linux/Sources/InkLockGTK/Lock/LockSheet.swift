// SPDX-License-Identifier: MIT
import CGTK
import InkLock
import LockFlow

/// The cover's own screen: the app's icon, one sentence, and one button.
@MainActor final class LockSheet: View {
    private let window: LockWindow
    private let appName: String?
    private let title = label(role: GTK_ACCESSIBLE_ROLE_HEADING).styled("inklock-title", "title-2")
    private let message = label(role: GTK_ACCESSIBLE_ROLE_STATUS).styled("inklock-quiet")
    /// The message of a lockout, which would be read each second if it had the role of a status.
    private let countdown = label().styled("inklock-quiet")
    private let unlock: Widget
    private let code: RecoveryCodeEntry

    init(_ window: LockWindow, _ options: LockOptions) {
        self.window = window
        appName = options.passcode.appName
        unlock = button("", "inklock-main") { window.tapped() }
        unlock.aligned(GTK_ALIGN_CENTER)
        code = RecoveryCodeEntry { await window.submit(recoveryCode: $0) }
        let icon = options.passcode.icon.map { gtk_image_new_from_paintable($0)! }
        icon.map { gtk_image_set_pixel_size($0.opaque, 72) }
        icon?.aligned(GTK_ALIGN_CENTER)
        for one in [message, countdown] { gtk_label_set_max_width_chars(one.opaque, 44) }
        let column = box(GTK_ORIENTATION_VERTICAL, spacing: 16, icon, title, message, countdown, code.widget, unlock)
        column.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER).margins(24).expanded()
        super.init(column)
        connect(widget, "map") { [weak self] _ in self?.focus() }
    }

    private func focus() {
        if code.widget.isVisible { code.focus() } else if unlock.isVisible { gtk_widget_grab_focus(unlock) }
    }

    /// A Boolean value that indicates whether a widget of the cover has the focus in its window.
    private var hasFocus: Bool {
        guard let window = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(window) else { return false }
        return gtk_widget_get_mapped(focus) != 0
    }

    func show(_ content: LockCoverContent) {
        InkLockGTK.show(Wording.title(for: content.title, of: appName), on: title)
        let words =
            content.presentedMethod == .picture ? Wording.noScreen : content.message.map { Wording.message(for: $0) }
        let isCounting = if case .tryAgain? = content.message { content.presentedMethod != .picture } else { false }
        message.isVisible = words != nil && !isCounting
        countdown.isVisible = isCounting
        if let words { InkLockGTK.show(words, on: isCounting ? countdown : message) }
        let isCode = content.presentedMethod == .recoveryCode
        if isCode != code.widget.isVisible {
            code.widget.isVisible = isCode
            if isCode { code.focus() }
        }
        let wasVisible = unlock.isVisible
        unlock.isVisible = content.best != nil || content.canRetryLoading
        gtk_button_set_label(
            unlock.cast(), content.best.map { Wording.use($0, of: appName) } ?? Wording.tryAgain)
        guard unlock.isVisible, !isCode, gtk_widget_get_mapped(widget) != 0 else { return }
        if !wasVisible || !hasFocus { gtk_widget_grab_focus(unlock) }
    }
}

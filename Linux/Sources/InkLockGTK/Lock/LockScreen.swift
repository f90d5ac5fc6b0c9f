// SPDX-License-Identifier: MIT
import CGTK
import InkLock
import LockFlow
import Passcode
import PicturePassword

/// The screen of a cover: the lock's state, the unlock method in use, and the others.
@MainActor final class LockScreen: View {
    var options: LockOptions { didSet { refresh() } }
    private let window: LockWindow
    private let notice = label(role: GTK_ACCESSIBLE_ROLE_STATUS).styled("inklock-quiet").margins(16)
    private let body: Widget
    private let others: Widget
    private var method: Method?
    private var methodView: View?
    private var ticking: Task<Void, Never>?
    private var footer: Widget?

    /// The identity of the screen of an unlock method. A change discards the entry.
    private struct Method: Hashable {
        let presented: UnlockMethod?
        let kind: PasscodeKind?
        let round: Int
    }

    init(_ window: LockWindow, _ options: LockOptions) {
        self.window = window
        self.options = options
        body = box(GTK_ORIENTATION_VERTICAL).expanded()
        others = box(GTK_ORIENTATION_HORIZONTAL, spacing: 4).aligned(GTK_ALIGN_CENTER).margins(12)
        // The screen of a window that has lost the focus reads nothing to assistive technologies but itself.
        super.init(make(gtk_box_get_type(), role: GTK_ACCESSIBLE_ROLE_GROUP))
        gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_VERTICAL)
        others.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.otherWays)
        for part in [notice, body, others] { gtk_box_append(widget.cast(), part) }
        widget.styled("inklock", "inklock-screen")
        keepUpdated { [weak self] in self?.update() }
    }

    isolated deinit { ticking?.cancel() }

    private func refresh() {
        method = nil
        update()
    }

    private func update() {
        let content = window.content
        let shown = Method(
            presented: content.presented, kind: content.presented == .passcode ? content.passcodeKind : nil,
            round: window.round)
        if shown != method || methodView == nil {
            method = shown
            present(content)
        }
        let isSheet = methodView is LockSheet
        (methodView as? LockSheet)?.show(content)
        notice.isVisible = !isSheet && content.message != nil && content.presented != .picture
        if let message = content.message { show(Wording.message(for: message), on: notice) }
        showOthers(content.others)
        showFooter()
        if content.countsDown { tick() }
    }

    private func present(_ content: LockCoverContent) {
        while let child = gtk_widget_get_first_child(body) { gtk_box_remove(body.cast(), child) }
        methodView = view(content)
        if let methodView { gtk_box_append(body.cast(), methodView.widget.expanded()) }
    }

    private func view(_ content: LockCoverContent) -> View {
        switch content.presented {
        case .passcode:
            if let kind = content.passcodeKind {
                return PasscodeView(kind: kind, options: options.entry) { [window] passcode in
                    await window.submit(passcode: passcode)
                } onFinish: { _ in
                }
            }
        case .picture:
            if let picture = options.picture { return drawing(on: picture, hasOthers: !content.others.isEmpty) }
        default: break
        }
        return LockSheet(window, options)
    }

    private func drawing(on picture: PasswordPicture, hasOthers: Bool) -> View {
        let digest = picture.digest
        let check: @MainActor (PictureGesture) async -> PictureAnswer = { [window] gesture in
            await window.submit(gesture: gesture, on: digest)
        }
        var onOther: (@MainActor () -> Void)?
        if hasOthers {
            onOther = { [window] in if let other = window.content.others.first { window.unlock(other) } }
        }
        return PicturePasswordView(
            picture: picture, mode: .verify(check: check), reader: options.reader, trail: options.trail,
            allowsCancel: false, onOther: onOther, onFinish: { _ in })
    }

    private var othersShown: [UnlockMethod] = []

    private func showOthers(_ methods: [UnlockMethod]) {
        others.isVisible = !methods.isEmpty
        guard methods != othersShown else { return }
        othersShown = methods
        while let child = gtk_widget_get_first_child(others) { gtk_box_remove(others.cast(), child) }
        for method in methods {
            gtk_box_append(
                others.cast(),
                button(Wording.use(method, of: options.passcode.appName), "inklock-plain") { [window] in
                    window.unlock(method)
                })
        }
    }

    private func showFooter() {
        guard footer != options.footer else { return }
        if let footer { gtk_box_remove(widget.cast(), footer) }
        footer = options.footer
        if let footer { gtk_box_append(widget.cast(), footer) }
    }

    /// Shows the next second of a countdown.
    private func tick() {
        ticking?.cancel()
        ticking = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(500))
            if !Task.isCancelled { self?.update() }
        }
    }
}

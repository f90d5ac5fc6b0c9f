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
    private let others: LockChoices
    /// A Boolean value that indicates whether the list of methods is shown in place of a method's screen.
    private var isListing = false
    private var method: Method?
    private var methodView: View?
    private var ticking: Task<Void, Never>?
    private var footer: Widget?
    private let announcements: Announcements<LockCoverContent.Message>

    /// The identity of the screen of an unlock method. A change discards the entry.
    private struct Method: Hashable {
        let presentedMethod: UnlockMethod?
        let kind: PasscodeKind?
        let round: Int
        /// The methods in the list, if it is shown.
        let listed: [UnlockMethod]?
    }

    init(_ window: LockWindow, _ options: LockOptions) {
        self.window = window
        self.options = options
        body = box(GTK_ORIENTATION_VERTICAL).expanded()
        others = LockChoices(window, options)
        // The screen of a window that has lost the focus reads nothing to assistive technologies but itself.
        let group = make(gtk_box_get_type(), role: GTK_ACCESSIBLE_ROLE_GROUP)
        announcements = Announcements { group.announce($0) }
        super.init(group)
        gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_VERTICAL)
        for part in [notice, body, others.widget] { gtk_box_append(widget.cast(), part) }
        widget.styled("inklock", "inklock-screen")
        others.onList = { [weak self] in self?.list(true) }
        keepUpdated { [weak self] in self?.update() }
    }

    isolated deinit { ticking?.cancel() }

    private func refresh() {
        method = nil
        update()
    }

    private func list(_ isListing: Bool) {
        self.isListing = isListing
        update()
    }

    private func update() {
        let content = window.content
        // A method that is chosen, or another state of the lock, ends the list.
        if content.presentedMethod != method?.presentedMethod || content.others.count < 2 { isListing = false }
        let shown = Method(
            presentedMethod: content.presentedMethod,
            kind: content.presentedMethod == .passcode ? content.passcodeKind : nil,
            round: window.round, listed: isListing ? content.others : nil)
        if shown != method || methodView == nil {
            method = shown
            present(content)
        }
        let isSheet = methodView is LockSheet
        (methodView as? LockSheet)?.show(content)
        let words = content.message.map { Wording.message(for: $0) }
        notice.isVisible = !isSheet && !isListing && words != nil
        if let words { show(words, on: notice) }
        announcements.follow(content.message?.announced, words ?? "")
        others.show(content)
        others.widget.isVisible = !isListing && gtk_widget_get_first_child(others.widget) != nil
        showFooter()
        if content.countsDown, content.message != .state(.mayTryAgain) { tick() }
    }

    private func present(_ content: LockCoverContent) {
        while let child = gtk_widget_get_first_child(body) { gtk_box_remove(body.cast(), child) }
        methodView = view(content)
        guard let methodView else { return }
        methodView.widget.expanded()
        // A finger draws on the picture, and would move what scrolls.
        gtk_box_append(
            body.cast(),
            content.presentedMethod == .picture && !isListing ? methodView.widget : scrolled(methodView.widget))
        if isListing { gtk_widget_child_focus(body, GTK_DIR_TAB_FORWARD) }
    }

    /// Returns a widget that scrolls where its window is too low.
    private func scrolled(_ widget: Widget) -> Widget {
        let scroller = gtk_scrolled_window_new()!.expanded()
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_child(scroller.opaque, widget)
        return scroller
    }

    private func view(_ content: LockCoverContent) -> View {
        if isListing {
            let choices = LockChoices(window, options)
            choices.list(content.others) { [weak self] in self?.list(false) }
            choices.widget.aligned(nil, GTK_ALIGN_CENTER)
            return choices
        }
        switch content.presentedMethod {
        case .passcode:
            if let kind = content.passcodeKind {
                return PasscodeView(kind: kind, options: options.entry) { [window] passcode in
                    await window.submit(passcode: passcode)
                } onFinish: { _ in
                }
            }
        case .picture:
            if let picture = options.picture { return drawing(on: picture) }
        default: break
        }
        return LockSheet(window, options)
    }

    private func drawing(on picture: PasswordPicture) -> View {
        let digest = picture.digest
        let check: @MainActor (PictureGesture) async -> PictureAnswer = { [window] gesture in
            await window.submit(gesture: gesture, on: digest)
        }
        return PicturePasswordView(
            picture: picture, mode: .verify(check: check), parser: options.parser, trail: options.trail,
            allowsCancel: false, onFinish: { _ in })
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

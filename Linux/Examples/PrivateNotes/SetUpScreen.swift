// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK
import InkLockLinux

/// The first start: a passcode, the recovery code, and perhaps a picture password.
@MainActor final class SetUpScreen: View {
    private let store: Store
    private let finish: @MainActor () -> Void
    private let pages = gtk_stack_new()!
    private var page: View?
    private var before: View?

    init(_ store: Store, finish: @escaping @MainActor () -> Void) {
        self.store = store
        self.finish = finish
        let header = adw_header_bar_new()!
        adw_header_bar_set_title_widget(header.opaque, box(GTK_ORIENTATION_HORIZONTAL))
        super.init(box(GTK_ORIENTATION_VERTICAL, header, pages.expanded()))
        gtk_stack_set_transition_type(pages.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(pages.opaque, 200)
        connect(pages, property: "transition-running") { [weak self] in self?.removeOld() }
        showWelcome()
    }

    private func show(_ widget: Widget, _ view: View? = nil) {
        gtk_stack_add_child(pages.opaque, widget)
        gtk_stack_set_visible_child(pages.opaque, widget)
        removeOld()
        // The page before is in the transition, and goes with it.
        before = page
        page = view
    }

    /// Removes the pages that are no longer shown, with the code on them.
    private func removeOld() {
        guard gtk_stack_get_transition_running(pages.opaque) == 0 else { return }
        let shown = gtk_stack_get_visible_child(pages.opaque)
        var next = gtk_widget_get_first_child(pages)
        while let child = next {
            next = gtk_widget_get_next_sibling(child)
            if child != shown { gtk_stack_remove(pages.opaque, child) }
        }
        before = nil
    }

    private func showWelcome() {
        let words = Words.shared
        let icon = gtk_image_new_from_paintable(Pictures.icon)!
        gtk_image_set_pixel_size(icon.opaque, 88)
        let title = label(words.welcomeTitle, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("notes-large")
        let text = label(words.welcomeText).styled("notes-quiet")
        let begin = button(words.begin, "inklock-main") { [weak self] in self?.showPasscode() }
        show(
            centred(
                [icon.aligned(GTK_ALIGN_CENTER), title, text, begin.aligned(GTK_ALIGN_CENTER)], spacing: 20))
        gtk_widget_grab_focus(begin)
    }

    private func showPasscode() {
        var options = PasscodeOptions(icon: Pictures.icon)
        options.allowsCancel = false
        let view = PasscodeSettingsView(
            .create, kind: .sixDigits, offeredKinds: [.sixDigits, .numeric, .alphanumeric], options: options
        ) { [store] passcode, kind in
            // Without the code's page, the next start offers another code.
            store.isCodeUnsaved = true
            store.code = try? await store.lock.setUp(passcode: passcode, kind: kind)?.text
            return store.code != nil
        } onFinish: { [weak self] _ in
            self?.showCode()
        }
        show(view.widget, view)
    }

    private func showCode() {
        guard let code = store.code else { return }
        let view = RecoveryCodeView(code) { [weak self] in
            self?.store.codeIsSaved()
            self?.offerPicture()
        }
        show(view.widget, view)
    }

    private func offerPicture() {
        let view = PictureChoiceView(allowsSkip: true) { [weak self] choice in
            if let choice { self?.showPicture(choice) } else { self?.finish() }
        }
        show(view.widget, view)
    }

    private func showPicture(_ choice: Pictures.Choice) {
        let view = PictureDefinition(choice, store) { [weak self] isDefined in
            if isDefined { self?.finish() } else { self?.offerPicture() }
        }
        guard let view else { return finish() }
        show(view.widget, view)
    }
}

/// Returns widgets in a column in the middle of the page.
@MainActor func centred(_ children: [Widget], spacing: Int32 = 16, width: Int32 = 460) -> Widget {
    let column = box(GTK_ORIENTATION_VERTICAL, spacing: spacing)
    for child in children { gtk_box_append(column.cast(), child) }
    column.aligned(nil, GTK_ALIGN_CENTER).margins(24)
    let clamp = adw_clamp_new()!
    adw_clamp_set_maximum_size(clamp.opaque, width)
    adw_clamp_set_child(clamp.opaque, column)
    return clamp.expanded()
}

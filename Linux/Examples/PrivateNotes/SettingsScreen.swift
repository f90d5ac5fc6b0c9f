// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK
import InkLockLinux

/// The unlock methods of the notes, and when they lock.
@MainActor final class SettingsScreen: View {
    private let store: Store
    private let bin = adw_bin_new()!
    /// The message. A view keeps it while it moves from one page to another.
    private let message = View(label(role: GTK_ACCESSIBLE_ROLE_STATUS).styled("notes-quiet"))
    private var page: View?
    /// The unlock methods of the notes.
    private var unlockMethods: View?
    /// A Boolean value that indicates whether a change is under way. The system may ask the owner meanwhile, and no
    /// other change is begun.
    private(set) var isSetting = false { didSet { allowChanges() } }
    /// A Boolean value that indicates whether the computer has a fingerprint reader that knows a finger.
    private var hasFinger = false

    init(_ store: Store, isFolded: Bool, onDone: @escaping @MainActor () -> Void) {
        self.store = store
        let header = adw_header_bar_new()!
        let title = line(Words.shared.settings, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("heading")
        adw_header_bar_set_title_widget(header.opaque, title)
        let back = gtk_button_new_from_icon_name("go-previous-symbolic")!.styled("inklock-plain").onClick(onDone)
        back.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Words.shared.back)
        adw_header_bar_pack_start(header.opaque, back)
        super.init(box(GTK_ORIENTATION_VERTICAL, header, bin.expanded()))
        if store.code != nil { showCode() } else { showChoices() }
        Task { [weak self] in
            let capabilities = await store.owner.capabilities()
            guard let self, capabilities.biometrics, capabilities.devicePasscode else { return }
            self.hasFinger = true
            // Another page may be shown by now.
            if self.page == nil { self.showChoices() }
        }
    }

    private func show(_ widget: Widget, _ view: View? = nil) {
        unlockMethods = nil
        adw_bin_set_child(bin.cast(), widget)
        page = view
    }

    private func showChoices(_ text: String? = nil) {
        let words = Words.shared
        let methods = store.lock.snapshot.methods
        let group = adw_preferences_group_new()!
        adw_preferences_group_set_title(group.cast(), words.unlockMethodsTitle)
        func add(_ title: String, _ subtitle: String? = nil, _ action: @escaping @MainActor () -> Void) {
            let row = adw_action_row_new()!
            adw_preferences_row_set_title(row.cast(), title)
            if let subtitle { adw_action_row_set_subtitle(row.cast(), subtitle) }
            adw_action_row_add_suffix(row.cast(), gtk_image_new_from_icon_name("go-next-symbolic"))
            gtk_list_box_row_set_activatable(row.cast(), 1)
            connect(row, "activated") { _ in action() }
            adw_preferences_group_add(group.cast(), row)
        }
        add(needsPasscode ? words.setPasscode : words.changePasscode) { [weak self] in self?.changePasscode() }
        add(words.drawPicture) { [weak self] in self?.choosePicture() }
        if methods.contains(.picture) {
            add(words.removePicture) { [weak self] in
                self?.change { try await $0.removePicturePassword() }
            }
        }
        add(store.isCodeUnsaved ? words.createCode : words.newCode, store.isCodeUnsaved ? words.codeUnsaved : nil) {
            [weak self] in self?.renewCode()
        }
        for row in ownerRows(store.lock.snapshot.deviceOwner) { adw_preferences_group_add(group.cast(), row) }
        if let text { InkLockGTK.show(text, on: message.widget) }
        message.widget.isVisible = text != nil
        if let parent = gtk_widget_get_parent(message.widget) { gtk_box_remove(parent.cast(), message.widget) }
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(clamp.opaque, 560)
        adw_clamp_set_child(
            clamp.opaque, box(GTK_ORIENTATION_VERTICAL, spacing: 16, group, message.widget, lockingGroup()).margins(20))
        let scroller = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, clamp)
        show(scroller)
        unlockMethods = View(group)
        allowChanges()
    }

    private func allowChanges() {
        if let unlockMethods { gtk_widget_set_sensitive(unlockMethods.widget, isSetting ? 0 : 1) }
    }

    /// Returns the rows for when the notes hide and lock.
    private func lockingGroup() -> Widget {
        let words = Words.shared
        let group = adw_preferences_group_new()!
        let grace = adw_combo_row_new()!
        adw_preferences_row_set_title(grace.cast(), words.grace)
        adw_action_row_set_subtitle(grace.cast(), words.graceText)
        let names = gtk_string_list_new(nil)!
        for seconds in Locking.graces {
            gtk_string_list_append(names, seconds == 0 ? words.immediately : words.minutes(Int(seconds / 60)))
        }
        adw_combo_row_set_model(grace.cast(), names)
        g_object_unref(UnsafeMutableRawPointer(names))
        let chosen = Locking.graces.firstIndex(of: store.locking.graceSeconds) ?? 0
        adw_combo_row_set_selected(grace.cast(), guint(chosen))
        connect(grace, property: "selected") { [store] in
            let place = Int(adw_combo_row_get_selected(grace.cast()))
            if Locking.graces.indices.contains(place) { store.locking.graceSeconds = Locking.graces[place] }
        }
        let covers = switchRow(words.coverOnBlur, nil, isOn: store.locking.coversWhenInactive) { [store] in
            store.locking.coversWhenInactive = $0
        }
        adw_preferences_group_add(group.cast(), grace)
        // Windows always hide on desktops that do not report minimising.
        if LockCover.noticesMinimising { adw_preferences_group_add(group.cast(), covers) }
        return group
    }

    /// Returns a row for the owner of the computer, and one for a finger alone. One of them is chosen at a time.
    private func ownerRows(_ chosen: AccessControl?) -> [Widget] {
        let words = Words.shared
        let device = ownerRow(
            words.withDevice, words.withDeviceText, isOn: chosen == .deviceOwner, .deviceOwner)
        let isByFinger = chosen == .currentBiometrics
        guard hasFinger || isByFinger else { return [device] }
        return [
            device, ownerRow(words.withFinger, words.withFingerText, isOn: isByFinger, .currentBiometrics),
        ]
    }

    private func ownerRow(_ title: String, _ text: String, isOn: Bool, _ accessControl: AccessControl) -> Widget {
        switchRow(title, text, isOn: isOn) { [weak self] isOn in
            self?.change { lock in
                // The keyring may ask for its password in a window of its own.
                lock.promptShown()
                defer { lock.promptClosed() }
                try await lock.setDeviceOwner(isOn ? accessControl : nil)
            }
        }
    }

    private func switchRow(
        _ title: String, _ text: String?, isOn: Bool, _ action: @escaping @MainActor (Bool) -> Void
    ) -> Widget {
        let row = adw_action_row_new()!
        adw_preferences_row_set_title(row.cast(), title)
        if let text { adw_action_row_set_subtitle(row.cast(), text) }
        let toggle = gtk_switch_new()!.aligned(nil, GTK_ALIGN_CENTER)
        gtk_switch_set_active(toggle.opaque, isOn ? 1 : 0)
        toggle.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, title)
        connect(toggle, property: "active") { action(gtk_switch_get_active(toggle.opaque) != 0) }
        adw_action_row_add_suffix(row.cast(), toggle)
        adw_action_row_set_activatable_widget(row.cast(), toggle)
        return row
    }

    private func change(_ body: @escaping @MainActor (AppLock) async throws -> Void) {
        guard !isSetting else { return }
        isSetting = true
        Task {
            var text: String?
            do { try await body(store.lock) } catch { text = Words.shared.failed }
            isSetting = false
            // A page that was opened meanwhile stays. It may show a new recovery code.
            if page == nil { showChoices(text) }
        }
    }

    /// A Boolean value that indicates whether the owner has no passcode, or may have forgotten it.
    private var needsPasscode: Bool {
        store.lock.openedBy == .recoveryCode || !store.lock.snapshot.methods.contains(.passcode)
    }

    private func changePasscode() {
        if needsPasscode { return setPasscode() }
        let kind = store.lock.snapshot.passcodeKind ?? .sixDigits
        let view = PasscodeSettingsView(
            .change, kind: kind, offeredKinds: [.sixDigits, .numeric, .alphanumeric],
            options: PasscodeOptions(icon: Pictures.icon)
        ) { [store] passcode in
            do throws(VaultError) { try await store.lock.verify(passcode: passcode) } catch {
                return PasscodeAnswer(error)
            }
            return .accepted
        } save: { [store] passcode, kind in
            (try? await store.lock.setPasscode(passcode, kind: kind)) != nil
        } onFinish: { [weak self] _ in
            self?.showChoices()
        }
        show(view.widget, view)
    }

    /// Sets a passcode without the former one: its owner, another computer or another security chip has lost it. A
    /// recovery code that was used is then replaced.
    func setPasscode() {
        let isCodeUsed = store.lock.openedBy == .recoveryCode
        let view = PasscodeSettingsView(
            .create, kind: .sixDigits, offeredKinds: [.sixDigits, .numeric, .alphanumeric],
            options: PasscodeOptions(icon: Pictures.icon)
        ) { [store] passcode, kind in
            (try? await store.lock.setPasscode(passcode, kind: kind)) != nil
        } onFinish: { [weak self] outcome in
            if outcome != .cancelled, isCodeUsed { self?.renewCode() } else { self?.showChoices() }
        }
        show(view.widget, view)
    }

    private func choosePicture() {
        let view = PictureChoiceView(allowsSkip: false) { [weak self] choice in
            guard let self, let choice else { return }
            let definition = PictureDefinition(choice, self.store) { [weak self] _ in self?.showChoices() }
            if let definition { self.show(definition.widget, definition) }
        }
        show(view.widget, view)
    }

    /// Makes a recovery code, and shows it until its owner has saved it.
    func renewCode() {
        let wasUnsaved = store.isCodeUnsaved
        store.isCodeUnsaved = true
        isSetting = true
        Task {
            do {
                store.code = try await store.lock.renewRecoveryCode().text
                isSetting = false
                showCode()
            } catch {
                store.isCodeUnsaved = wasUnsaved
                isSetting = false
                showChoices(Words.shared.failed)
            }
        }
    }

    private func showCode() {
        guard let code = store.code else { return showChoices() }
        let view = RecoveryCodeView(code) { [weak self] in
            self?.store.codeIsSaved()
            self?.showChoices()
        }
        show(view.widget, view)
    }
}

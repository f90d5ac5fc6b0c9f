// SPDX-License-Identifier: MIT
import CGTK
import Passcode

/// A screen for creating, changing or removing a passcode. It asks for the current passcode, the new one and its
/// confirmation.
@MainActor public final class PasscodeSettingsView: View {
    private let settings: PasscodeSettings
    private let face: PasscodeLayoutView
    private let kinds: Widget
    private let startOver: Widget

    /// Creates a settings screen.
    /// - Parameters:
    ///   - purpose: The purpose: to create, change or remove a passcode.
    ///   - kind: The kind of the current passcode or, for `.create`, the preselected kind of the new one.
    ///   - offeredKinds: The kinds that the user can choose from.
    ///   - policy: The rules for new passcodes, the same as in the lock's `EnrolmentRule`.
    ///   - options: The appearance of the screen.
    ///   - check: A closure that checks the current passcode.
    ///   - save: A closure that saves the new passcode with its kind. Returns `false` on failure.
    ///   - remove: A closure that removes the passcode. Returns `false` on failure.
    ///   - onFinish: A closure that receives the result of the change.
    public init(
        _ purpose: PasscodeChange.Purpose, kind: PasscodeKind, offeredKinds: [PasscodeKind] = PasscodeKind.allCases,
        policy: PasscodePolicy = PasscodePolicy(), options: PasscodeOptions = PasscodeOptions(),
        check: @escaping PasscodeCheck = { _ in .unavailable },
        save: @escaping @MainActor (consuming SecretBytes, PasscodeKind) async -> Bool,
        remove: @escaping @MainActor () async -> Bool = { false },
        onFinish: @escaping @MainActor (PasscodeChange.Outcome) -> Void
    ) {
        let settings = PasscodeSettings(
            PasscodeChange(purpose, currentKind: kind, offeredKinds: offeredKinds, policy: policy),
            allowsCancel: options.allowsCancel, check: check, save: save, remove: remove)
        self.settings = settings
        settings.onFinish = onFinish
        face = PasscodeLayoutView(settings.screen, options) {
            Wording.title(for: settings.phase, of: options.appName)
        }
        kinds = Self.choice(of: settings)
        startOver = button(Wording.startOver, "inklock-plain") { settings.startOver() }
        let corner = box(GTK_ORIENTATION_HORIZONTAL, kinds, startOver)
        corner.aligned(GTK_ALIGN_END, GTK_ALIGN_START).margins(12)
        let overlay = gtk_overlay_new()!
        gtk_overlay_set_child(overlay.opaque, face.widget)
        gtk_overlay_add_overlay(overlay.opaque, corner)
        super.init(overlay)
        keepUpdated { [weak self] in self?.update() }
    }

    private static func choice(of settings: PasscodeSettings) -> Widget {
        var names: [UnsafePointer<CChar>?] = settings.offeredKinds.map { UnsafePointer(strdup(Wording.name(of: $0))) }
        names.append(nil)
        defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
        let choice = gtk_drop_down_new_from_strings(&names)!.styled("inklock-choice")
        choice.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.kindOfPasscode)
        if let first = settings.offeredKinds.firstIndex(of: settings.screen.kind) {
            gtk_drop_down_set_selected(choice.opaque, guint(first))
        }
        connect(choice, property: "selected") { [weak settings] in
            guard let settings else { return }
            let chosen = Int(gtk_drop_down_get_selected(choice.opaque))
            guard settings.offeredKinds.indices.contains(chosen) else { return }
            if settings.offeredKinds[chosen] != settings.screen.kind { settings.choose(settings.offeredKinds[chosen]) }
        }
        return choice
    }

    private func update() {
        kinds.isVisible = settings.offersKinds
        startOver.isVisible = settings.offersStartOver
    }
}

// SPDX-License-Identifier: MIT
import InkLock
import Passcode
import SwiftUI

/// A screen for creating, changing or removing a passcode. It asks for the current passcode, the new one and its
/// confirmation.
///
/// ```swift
/// PasscodeSettingsView(.change, of: lock) { outcome in isChanging = false }
/// ```
///
/// For a storage of your own, pass closures that check, save and remove the passcode.
public struct PasscodeSettingsView: View {
    private let options: PasscodeOptions
    private let onFinish: (PasscodeChange.Outcome) -> Void
    private let hasBackdrop: Bool
    /// The settings with the current closures.
    private let given: PasscodeSettings
    @State private var settings: PasscodeSettings

    /// Creates a settings screen for the passcode of a lock that is set up and open.
    ///
    /// The lock checks, saves and removes the passcode. The screen applies the lock's `EnrolmentRule` and says why it
    /// refuses a passcode. It counts down a lockout, and says that nothing has changed if the lock cannot save, for
    /// example because the app has locked meanwhile.
    ///
    /// To set up a lock, use the initialiser with closures and save with `AppLock.setUp(passcode:kind:)`, which returns
    /// a recovery code to show.
    /// - Parameters:
    ///   - purpose: The purpose: to create, change or remove a passcode. `.create` does not ask for a current passcode:
    ///     use it only where there is none, or after the recovery code has opened the app.
    ///   - lock: The lock. The preselected kind of a new passcode is that of its current one, or six digits.
    ///   - offeredKinds: The kinds that the user can choose from.
    ///   - options: The appearance of the screen, and whether it can be cancelled. Accessories are not shown.
    ///   - onFinish: A closure that receives the result of the change.
    public init(
        _ purpose: PasscodeChange.Purpose, of lock: AppLock, offeredKinds: [PasscodeKind] = PasscodeKind.allCases,
        options: PasscodeOptions = PasscodeOptions(), onFinish: @escaping (PasscodeChange.Outcome) -> Void
    ) {
        let settings = PasscodeSettings(
            purpose, of: lock, offeredKinds: offeredKinds, allowsCancel: options.allowsCancel)
        self.init(settings: settings, options: options, hasBackdrop: true, onFinish: onFinish)
    }

    /// Creates a settings screen.
    /// - Parameters:
    ///   - purpose: The purpose: to create, change or remove a passcode.
    ///   - kind: The kind of the current passcode or, for `.create`, the preselected kind of the new one.
    ///   - offeredKinds: The kinds that the user can choose from.
    ///   - policy: The rules for new passcodes, the same as in the lock's `EnrolmentRule`; `nil` to accept every valid
    ///     passcode.
    ///   - options: The appearance of the screen, and whether it can be cancelled. Accessories are not shown.
    ///   - check: A closure that checks the current passcode. It is not called for `.create`.
    ///   - save: A closure that saves the new passcode with its kind. Returns `false` on failure: the screen then says
    ///     that nothing has changed. It is not called for `.remove`.
    ///   - remove: A closure that removes the passcode. Returns `false` on failure. Required for `.remove`, and called
    ///     for nothing else; the default always fails.
    ///   - onFinish: A closure that receives the result of the change.
    public init(
        _ purpose: PasscodeChange.Purpose, kind: PasscodeKind,
        offeredKinds: [PasscodeKind] = PasscodeKind.allCases, policy: PasscodePolicy? = PasscodePolicy(),
        options: PasscodeOptions = PasscodeOptions(), check: @escaping PasscodeCheck,
        save: @escaping @MainActor (consuming SecretBytes, PasscodeKind) async -> Bool,
        remove: @escaping @MainActor () async -> Bool = { false },
        onFinish: @escaping (PasscodeChange.Outcome) -> Void
    ) {
        let settings = PasscodeSettings(
            PasscodeChange(purpose, currentKind: kind, offeredKinds: offeredKinds, policy: policy),
            allowsCancel: options.allowsCancel, check: check, save: save, remove: remove)
        self.init(settings: settings, options: options, hasBackdrop: true, onFinish: onFinish)
    }

    init(
        settings: PasscodeSettings, options: PasscodeOptions, hasBackdrop: Bool,
        onFinish: @escaping (PasscodeChange.Outcome) -> Void
    ) {
        self.options = options
        self.onFinish = onFinish
        self.hasBackdrop = hasBackdrop
        given = settings
        _settings = State(initialValue: settings)
    }

    public var body: some View {
        let _ = listen()
        PasscodeFrame(
            screen: settings.screen, title: Wording.title(for: settings.phase, of: options.appName), options: options,
            hasBackdrop: hasBackdrop
        )
        .overlay(alignment: .topTrailing) { choices.padding(8) }
    }

    private func listen() {
        settings.onFinish = onFinish
        settings.adoptClosures(of: given)
    }

    @ViewBuilder private var choices: some View {
        if settings.offersKinds {
            Menu {
                ForEach(settings.offeredKinds, id: \.self) { kind in
                    Button(Wording.name(of: kind)) { settings.choose(kind) }
                }
            } label: {
                Text(verbatim: Wording.kindOfPasscode)
            }
        } else if settings.offersStartOver {
            Button(Wording.startOver) { settings.startOver() }
        }
    }
}

// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A screen for creating, changing or removing a passcode. It asks for the current passcode, the new one and its
/// confirmation.
///
/// ```swift
/// PasscodeSettingsView(.change, kind: .sixDigits) { passcode in
///     do throws(VaultError) { try await lock.verify(passcode: passcode) } catch { return PasscodeAnswer(error) }
///     return .accepted
/// } save: { passcode, kind in
///     do throws(VaultError) { try await lock.setPasscode(passcode, kind: kind) } catch { return false }
///     return true
/// } onFinish: { outcome in
///     isChanging = false
/// }
/// ```
public struct PasscodeSettingsView: View {
    private let options: PasscodeOptions
    private let onFinish: (PasscodeChange.Outcome) -> Void
    private let hasBackdrop: Bool
    /// The settings with the current closures.
    private let given: PasscodeSettings
    @State private var settings: PasscodeSettings

    /// Creates a settings screen.
    /// - Parameters:
    ///   - purpose: The purpose: to create, change or remove a passcode.
    ///   - kind: The kind of the current passcode or, for `.create`, the preselected kind of the new one.
    ///   - offeredKinds: The kinds that the user can choose from.
    ///   - policy: The rules for new passcodes, the same as in the lock's `EnrolmentRule`.
    ///   - options: The appearance of the screen, and whether it can be cancelled. Accessories are not shown.
    ///   - check: A closure that checks the current passcode. It is not called for `.create`.
    ///   - save: A closure that saves the new passcode with its kind. Returns `false` on failure: the screen then says
    ///     that nothing has changed. It is not called for `.remove`.
    ///   - remove: A closure that removes the passcode. Returns `false` on failure. Required for `.remove`, and called
    ///     for nothing else; the default always fails.
    ///   - onFinish: A closure that receives the result of the change.
    public init(
        _ purpose: PasscodeChange.Purpose, kind: PasscodeKind,
        offeredKinds: [PasscodeKind] = PasscodeKind.allCases, policy: PasscodePolicy = PasscodePolicy(),
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
        PasscodeFrame(screen: settings.screen, title: title, options: options, hasBackdrop: hasBackdrop)
            .overlay(alignment: .topTrailing) { choices.padding(8) }
    }

    private func listen() {
        settings.onFinish = onFinish
        settings.adoptClosures(of: given)
    }

    private var title: String {
        switch settings.phase {
        case .current, .checking: Wording.currentPasscode(options.appName)
        case .new: Wording.newPasscode(options.appName)
        case .confirm, .saving, .finished: Wording.confirmPasscode
        }
    }

    @ViewBuilder private var choices: some View {
        if settings.phase == .new, settings.offeredKinds.count > 1 {
            Menu {
                ForEach(settings.offeredKinds, id: \.self) { kind in
                    Button(Wording.name(of: kind)) { settings.choose(kind) }
                }
            } label: {
                Text(verbatim: Wording.kindOfPasscode)
            }
        } else if settings.phase == .confirm {
            Button(Wording.startOver) { settings.startOver() }
        }
    }
}

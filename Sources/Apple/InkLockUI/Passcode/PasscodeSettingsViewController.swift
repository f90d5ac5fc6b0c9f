// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// The delegate of a ``PasscodeSettingsViewController``, which checks, saves and removes passcodes.
    @MainActor public protocol PasscodeSettingsViewControllerDelegate: AnyObject {
        /// Checks the current passcode. It is not called for `.create`.
        func passcodeSettingsViewController(
            _ controller: PasscodeSettingsViewController, check passcode: consuming SecretBytes
        ) async -> PasscodeAnswer
        /// Saves the new passcode with its kind. Returns `false` on failure. It is not called for `.remove`.
        func passcodeSettingsViewController(
            _ controller: PasscodeSettingsViewController, save passcode: consuming SecretBytes, kind: PasscodeKind
        ) async -> Bool
        /// Removes the passcode, for `.remove`. Returns `false` on failure. The default implementation always fails.
        func passcodeSettingsViewControllerRemovePasscode(
            _ controller: PasscodeSettingsViewController
        ) async -> Bool
        /// Tells the delegate that the change ended and the screen was dismissed.
        func passcodeSettingsViewController(
            _ controller: PasscodeSettingsViewController, didFinish outcome: PasscodeChange.Outcome)
    }

    extension PasscodeSettingsViewControllerDelegate {
        public func passcodeSettingsViewControllerRemovePasscode(
            _ controller: PasscodeSettingsViewController
        ) async -> Bool { false }
    }

    /// A screen for creating, changing or removing a passcode.
    public final class PasscodeSettingsViewController: PasscodeHostController {
        /// The delegate. Without one, every check returns `.unavailable`, and nothing is saved or removed.
        public weak var delegate: (any PasscodeSettingsViewControllerDelegate)?
        private let purpose: PasscodeChange.Purpose
        private let kind: PasscodeKind
        private let offeredKinds: [PasscodeKind]
        private let policy: PasscodePolicy

        /// Creates a settings screen.
        /// - Parameters:
        ///   - purpose: The purpose: to create, change or remove a passcode.
        ///   - kind: The kind of the current passcode or, for `.create`, the preselected kind of the new one.
        ///   - offeredKinds: The kinds that the user can choose from.
        ///   - policy: The rules for new passcodes, the same as in the lock's `EnrolmentRule`.
        ///   - options: The appearance of the screen, and whether it can be cancelled. Accessories are not shown.
        public init(
            _ purpose: PasscodeChange.Purpose, kind: PasscodeKind,
            offeredKinds: [PasscodeKind] = PasscodeKind.allCases, policy: PasscodePolicy = PasscodePolicy(),
            options: PasscodeOptions = PasscodeOptions()
        ) {
            self.purpose = purpose
            self.kind = kind
            self.offeredKinds = offeredKinds
            self.policy = policy
            super.init(options: options)
        }

        override func makeScreen() -> UIViewController {
            let settings = PasscodeSettings(
                PasscodeChange(purpose, currentKind: kind, offeredKinds: offeredKinds, policy: policy),
                allowsCancel: options.allowsCancel,
                check: { [weak self] passcode in
                    guard let self, let delegate = self.delegate else { return .unavailable }
                    return await delegate.passcodeSettingsViewController(self, check: passcode)
                },
                save: { [weak self] passcode, kind in
                    guard let self, let delegate = self.delegate else { return false }
                    return await delegate.passcodeSettingsViewController(self, save: passcode, kind: kind)
                },
                remove: { [weak self] in
                    guard let self, let delegate = self.delegate else { return false }
                    return await delegate.passcodeSettingsViewControllerRemovePasscode(self)
                })
            let view = PasscodeSettingsView(settings: settings, options: options, hasBackdrop: false) {
                [weak self] outcome in
                self?.finish(outcome)
            }
            return UIHostingController(rootView: view)
        }

        private func finish(_ outcome: PasscodeChange.Outcome) {
            close(isPassed: outcome != .cancelled) { [self] in
                delegate?.passcodeSettingsViewController(self, didFinish: outcome)
            }
        }
    }
#endif

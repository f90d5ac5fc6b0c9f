// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// Checks, keeps and removes passcodes for a ``PasscodeSettingsViewController``.
    @MainActor public protocol PasscodeSettingsViewControllerDelegate: AnyObject {
        /// Whether the current passcode is right.
        func passcodeSettingsViewController(
            _ controller: PasscodeSettingsViewController, check passcode: consuming SecretBytes
        ) async -> PasscodeAnswer
        /// Keeps the new passcode together with its kind. Returns false if that failed.
        func passcodeSettingsViewController(
            _ controller: PasscodeSettingsViewController, save passcode: consuming SecretBytes, kind: PasscodeKind
        ) async -> Bool
        /// Removes the passcode. Returns false if that failed.
        func passcodeSettingsViewControllerRemovesPasscode(
            _ controller: PasscodeSettingsViewController
        ) async -> Bool
        /// It is over and the screen is gone.
        func passcodeSettingsViewController(
            _ controller: PasscodeSettingsViewController, didFinish ending: PasscodeChange.Ending)
    }

    extension PasscodeSettingsViewControllerDelegate {
        public func passcodeSettingsViewControllerRemovesPasscode(
            _ controller: PasscodeSettingsViewController
        ) async -> Bool { false }
    }

    /// A screen to set, change or remove a passcode.
    public final class PasscodeSettingsViewController: PasscodeHostController {
        /// Checks, keeps and removes; without one every passcode is `.unavailable` and none is saved.
        public weak var delegate: (any PasscodeSettingsViewControllerDelegate)?
        private let purpose: PasscodeChange.Purpose
        private let kind: PasscodeKind
        private let offeredKinds: [PasscodeKind]
        private let policy: PasscodePolicy

        /// - Parameters:
        ///   - purpose: whether a passcode is set, changed or removed.
        ///   - kind: the kind of the passcode there is, or of the one to set.
        ///   - offeredKinds: what a person may choose from.
        ///   - policy: which passcodes are refused.
        ///   - options: what the screen offers and looks like.
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
                    return await delegate.passcodeSettingsViewControllerRemovesPasscode(self)
                })
            let view = PasscodeSettingsView(settings: settings, options: options, hasBackdrop: false) {
                [weak self] ending in
                self?.finish(ending)
            }
            return UIHostingController(rootView: view)
        }

        private func finish(_ ending: PasscodeChange.Ending) {
            close(isPassed: ending != .cancelled) { [self] in
                delegate?.passcodeSettingsViewController(self, didFinish: ending)
            }
        }
    }
#endif

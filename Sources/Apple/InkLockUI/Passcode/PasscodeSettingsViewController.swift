// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkLock
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
        /// The delegate. Without one, and without a lock, every check returns `.unavailable`, and nothing is saved or
        /// removed.
        public weak var delegate: (any PasscodeSettingsViewControllerDelegate)?
        private let makeSettings: (PasscodeSettingsViewController) -> PasscodeSettings
        private let onFinish: ((PasscodeChange.Outcome) -> Void)?

        /// Creates a settings screen for the passcode of a lock that is set up and open.
        ///
        /// The lock checks, saves and removes the passcode, and its `EnrolmentRule` applies, as in
        /// ``PasscodeSettingsView/init(_:of:offeredKinds:options:onFinish:)``. No delegate is needed.
        /// - Parameters:
        ///   - purpose: The purpose: to create, change or remove a passcode. `.create` does not ask for a current
        ///     passcode: use it only where there is none, or after the recovery code has opened the app.
        ///   - lock: The lock. The preselected kind of a new passcode is that of its current one, or six digits.
        ///   - offeredKinds: The kinds that the user can choose from.
        ///   - options: The appearance of the screen, and whether it can be cancelled. Accessories are not shown.
        ///   - onFinish: A closure that receives the result of the change once the screen was dismissed.
        public init(
            _ purpose: PasscodeChange.Purpose, of lock: AppLock, offeredKinds: [PasscodeKind] = PasscodeKind.allCases,
            options: PasscodeOptions = PasscodeOptions(), onFinish: @escaping (PasscodeChange.Outcome) -> Void
        ) {
            makeSettings = { _ in
                PasscodeSettings(purpose, of: lock, offeredKinds: offeredKinds, allowsCancel: options.allowsCancel)
            }
            self.onFinish = onFinish
            super.init(options: options)
        }

        /// Creates a settings screen.
        /// - Parameters:
        ///   - purpose: The purpose: to create, change or remove a passcode.
        ///   - kind: The kind of the current passcode or, for `.create`, the preselected kind of the new one.
        ///   - offeredKinds: The kinds that the user can choose from.
        ///   - policy: The rules for new passcodes, the same as in the lock's `EnrolmentRule`; `nil` to accept every
        ///     valid passcode.
        ///   - options: The appearance of the screen, and whether it can be cancelled. Accessories are not shown.
        public init(
            _ purpose: PasscodeChange.Purpose, kind: PasscodeKind,
            offeredKinds: [PasscodeKind] = PasscodeKind.allCases, policy: PasscodePolicy? = PasscodePolicy(),
            options: PasscodeOptions = PasscodeOptions()
        ) {
            makeSettings = { controller in
                PasscodeSettings(
                    PasscodeChange(purpose, currentKind: kind, offeredKinds: offeredKinds, policy: policy),
                    allowsCancel: options.allowsCancel,
                    check: { [weak controller] passcode in
                        guard let controller, let delegate = controller.delegate else { return .unavailable }
                        return await delegate.passcodeSettingsViewController(controller, check: passcode)
                    },
                    save: { [weak controller] passcode, kind in
                        guard let controller, let delegate = controller.delegate else { return false }
                        return await delegate.passcodeSettingsViewController(controller, save: passcode, kind: kind)
                    },
                    remove: { [weak controller] in
                        guard let controller, let delegate = controller.delegate else { return false }
                        return await delegate.passcodeSettingsViewControllerRemovePasscode(controller)
                    })
            }
            onFinish = nil
            super.init(options: options)
        }

        override func makeScreen() -> UIViewController {
            let view = PasscodeSettingsView(settings: makeSettings(self), options: options, hasBackdrop: false) {
                [weak self] outcome in
                self?.finish(outcome)
            }
            return UIHostingController(rootView: view)
        }

        private func finish(_ outcome: PasscodeChange.Outcome) {
            close(isPassed: outcome != .cancelled) { [self] in
                delegate?.passcodeSettingsViewController(self, didFinish: outcome)
                onFinish?(outcome)
            }
        }
    }
#endif

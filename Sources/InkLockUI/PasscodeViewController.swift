// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// Checks passcodes for a ``PasscodeViewController``, and is told what becomes of it.
    @MainActor public protocol PasscodeViewControllerDelegate: AnyObject {
        /// A passcode was entered. The screen waits for the answer and stays responsive; a right passcode closes it.
        func passcodeViewController(
            _ controller: PasscodeViewController, check passcode: consuming SecretBytes
        ) async -> PasscodeAnswer
        /// The button for biometrics was pressed, or the screen has appeared and asks by itself.
        func passcodeViewControllerUsesBiometrics(_ controller: PasscodeViewController) async -> PasscodeAnswer
        /// The screen was passed and is gone.
        func passcodeViewControllerDidFinish(_ controller: PasscodeViewController)
        /// The screen was given up and is gone.
        func passcodeViewControllerDidCancel(_ controller: PasscodeViewController)
        /// The screen has another size, as after a turn of the phone.
        func passcodeViewController(_ controller: PasscodeViewController, didResizeTo size: CGSize)
    }

    extension PasscodeViewControllerDelegate {
        public func passcodeViewControllerUsesBiometrics(
            _ controller: PasscodeViewController
        ) async -> PasscodeAnswer { .unavailable }
        public func passcodeViewControllerDidFinish(_ controller: PasscodeViewController) {}
        public func passcodeViewControllerDidCancel(_ controller: PasscodeViewController) {}
        public func passcodeViewController(_ controller: PasscodeViewController, didResizeTo size: CGSize) {}
    }

    /// A screen over the app's content that must be passed, or cancelled.
    ///
    /// ```swift
    /// let controller = PasscodeViewController(kind: .fourDigits, biometrics: .faceID)
    /// controller.delegate = self
    /// present(controller, animated: true)
    /// ```
    public final class PasscodeViewController: PasscodeHostController {
        /// The button beside the keys.
        public enum Biometrics: Hashable, Sendable {
            /// A face.
            case faceID
            /// A finger.
            case touchID
        }

        /// Checks; without one every passcode is `.unavailable`.
        public weak var delegate: (any PasscodeViewControllerDelegate)?
        /// What kind of passcode is asked for.
        public let kind: PasscodeKind
        private let biometrics: Biometrics?
        private let asksByItself: Bool
        private var size = CGSize.zero

        /// - Parameters:
        ///   - kind: what kind of passcode is asked for.
        ///   - options: what the screen offers and looks like.
        ///   - biometrics: shows its button in the first accessory's place, and asks the delegate when it is pressed.
        ///   - asksByItself: whether it is also asked for once when the screen appears.
        public init(
            kind: PasscodeKind, options: PasscodeOptions = PasscodeOptions(), biometrics: Biometrics? = nil,
            asksByItself: Bool = true
        ) {
            self.kind = kind
            self.biometrics = biometrics
            self.asksByItself = asksByItself
            super.init(options: options)
        }

        override func makeScreen() -> UIViewController {
            var options = options
            let ask: @MainActor () async -> PasscodeAnswer = { [weak self] in
                guard let self, let delegate = self.delegate else { return .unavailable }
                return await delegate.passcodeViewControllerUsesBiometrics(self)
            }
            switch biometrics {
            case .faceID: options.accessory = .faceID(isAutomatic: asksByItself, action: ask)
            case .touchID: options.accessory = .touchID(isAutomatic: asksByItself, action: ask)
            case nil: break
            }
            let view = PasscodeView(
                kind: kind, options: options, hasBackdrop: false,
                check: { [weak self] passcode in
                    guard let self, let delegate = self.delegate else { return .unavailable }
                    return await delegate.passcodeViewController(self, check: passcode)
                },
                onFinish: { [weak self] isPassed in self?.finish(isPassed) })
            return UIHostingController(rootView: view)
        }

        private func finish(_ isPassed: Bool) {
            close(isPassed: isPassed) { [self] in
                if isPassed {
                    delegate?.passcodeViewControllerDidFinish(self)
                } else {
                    delegate?.passcodeViewControllerDidCancel(self)
                }
            }
        }

        public override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            guard view.bounds.size != size else { return }
            size = view.bounds.size
            delegate?.passcodeViewController(self, didResizeTo: size)
        }
    }
#endif

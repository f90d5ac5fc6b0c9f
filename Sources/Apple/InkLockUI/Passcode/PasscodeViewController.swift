// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// The delegate of a ``PasscodeViewController``, which checks passcodes.
    @MainActor public protocol PasscodeViewControllerDelegate: AnyObject {
        /// Checks a passcode. The screen stays responsive meanwhile, and is dismissed if the result is `.accepted`.
        func passcodeViewController(
            _ controller: PasscodeViewController, check passcode: consuming SecretBytes
        ) async -> PasscodeAnswer
        /// Authenticates with biometrics. The screen calls this method when the user presses the button and, if
        /// `promptsAutomatically` is `true`, when it appears. The default implementation returns `.unavailable`.
        func passcodeViewControllerAuthenticateWithBiometrics(
            _ controller: PasscodeViewController
        ) async -> PasscodeAnswer
        /// Tells the delegate that the user was authenticated and the screen was dismissed.
        func passcodeViewControllerDidFinish(_ controller: PasscodeViewController)
        /// Tells the delegate that the user cancelled and the screen was dismissed.
        func passcodeViewControllerDidCancel(_ controller: PasscodeViewController)
        /// Tells the delegate that the screen's size has changed, for example on rotation.
        func passcodeViewController(_ controller: PasscodeViewController, didResizeTo size: CGSize)
    }

    extension PasscodeViewControllerDelegate {
        public func passcodeViewControllerAuthenticateWithBiometrics(
            _ controller: PasscodeViewController
        ) async -> PasscodeAnswer { .unavailable }
        public func passcodeViewControllerDidFinish(_ controller: PasscodeViewController) {}
        public func passcodeViewControllerDidCancel(_ controller: PasscodeViewController) {}
        public func passcodeViewController(_ controller: PasscodeViewController, didResizeTo size: CGSize) {}
    }

    /// A screen over the app's content that asks for a passcode.
    ///
    /// ```swift
    /// let controller = PasscodeViewController(kind: .fourDigits, biometrics: .faceID)
    /// controller.delegate = self
    /// present(controller, animated: true)
    /// ```
    public final class PasscodeViewController: PasscodeHostController {
        /// A kind of biometrics for the button next to the keys.
        public enum Biometrics: Hashable, Sendable {
            /// Face ID.
            case faceID
            /// Touch ID.
            case touchID
        }

        /// The delegate. Without one, every check returns `.unavailable`.
        public weak var delegate: (any PasscodeViewControllerDelegate)?
        /// The kind of passcode to ask for.
        public let kind: PasscodeKind
        private let biometrics: Biometrics?
        private let promptsAutomatically: Bool
        private var size = CGSize.zero

        /// Creates a passcode screen.
        /// - Parameters:
        ///   - kind: The kind of passcode to ask for.
        ///   - options: The appearance and the buttons of the screen.
        ///   - biometrics: The kind of biometrics to offer, or `nil` for none. Its button replaces the first accessory
        ///     and asks the delegate.
        ///   - promptsAutomatically: A Boolean value that indicates whether the screen also asks for biometrics once
        ///     when it appears.
        public init(
            kind: PasscodeKind, options: PasscodeOptions = PasscodeOptions(), biometrics: Biometrics? = nil,
            promptsAutomatically: Bool = true
        ) {
            self.kind = kind
            self.biometrics = biometrics
            self.promptsAutomatically = promptsAutomatically
            super.init(options: options)
        }

        override func makeScreen() -> UIViewController {
            var options = options
            let ask: @MainActor () async -> PasscodeAnswer = { [weak self] in
                guard let self, let delegate = self.delegate else { return .unavailable }
                return await delegate.passcodeViewControllerAuthenticateWithBiometrics(self)
            }
            switch biometrics {
            case .faceID: options.accessory = .faceID(promptsAutomatically: promptsAutomatically, action: ask)
            case .touchID: options.accessory = .touchID(promptsAutomatically: promptsAutomatically, action: ask)
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

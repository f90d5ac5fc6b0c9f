// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import PicturePassword
    import SwiftUI
    import UIKit

    /// The delegate of a ``PicturePasswordViewController``, which checks or saves picture passwords.
    @MainActor public protocol PicturePasswordViewControllerDelegate: AnyObject {
        /// Checks a gesture.
        func picturePasswordViewController(
            _ controller: PicturePasswordViewController, check gesture: PictureGesture
        ) async -> PictureAnswer
        /// Saves a new password. Returns `.accepted` on success. The default implementation returns `.unavailable`.
        func picturePasswordViewController(
            _ controller: PicturePasswordViewController, save template: GestureTemplate
        ) async -> PictureAnswer
        /// Tells the delegate that the user wants another unlock method, because they forgot the password or cannot
        /// draw.
        func picturePasswordViewControllerDidRequestAnotherMethod(_ controller: PicturePasswordViewController)
        /// Tells the delegate that the screen was dismissed. `isPassed` is `false` if the user cancelled.
        func picturePasswordViewController(_ controller: PicturePasswordViewController, didFinish isPassed: Bool)
    }

    extension PicturePasswordViewControllerDelegate {
        public func picturePasswordViewController(
            _ controller: PicturePasswordViewController, save template: GestureTemplate
        ) async -> PictureAnswer { .unavailable }
        public func picturePasswordViewControllerDidRequestAnotherMethod(_ controller: PicturePasswordViewController) {}
    }

    /// A full-screen view controller for defining or drawing a picture password.
    public final class PicturePasswordViewController: UIViewController {
        /// The purpose of the screen.
        public enum Purpose: Hashable, Sendable {
            /// Defines a password, which the delegate saves.
            case define
            /// Verifies the user. The delegate checks the gesture.
            case verify
        }

        /// The delegate. Without one, every answer is `.unavailable`.
        public weak var delegate: (any PicturePasswordViewControllerDelegate)?
        private let picture: PasswordPicture
        private let purpose: Purpose
        private let enrolment: EnrolmentParameters
        private let verifier: any GestureVerifier
        private let parser: any GestureParsing
        private let trail: PictureTrail

        /// Creates a picture password screen.
        /// - Parameters:
        ///   - picture: The picture to draw on.
        ///   - purpose: The purpose: to define a password or to verify the user.
        ///   - enrolment: The requirements for a new password.
        ///   - verifier: The verifier that compares the drawings of a new password. Use the same verifier to check
        ///     gestures later.
        ///   - parser: The parser that turns touches into a gesture. Use the same parser to define and to check a
        ///     password.
        ///   - trail: The trail of fingers on the picture.
        public init(
            picture: PasswordPicture, purpose: Purpose, enrolment: EnrolmentParameters = .init(),
            verifier: any GestureVerifier = DefaultVerifier(), parser: any GestureParsing = GestureParser(),
            trail: PictureTrail = .fire
        ) {
            self.picture = picture
            self.purpose = purpose
            self.enrolment = enrolment
            self.verifier = verifier
            self.parser = parser
            self.trail = trail
            super.init(nibName: nil, bundle: nil)
            modalPresentationStyle = .fullScreen
            isModalInPresentation = true
        }

        @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("not in storyboards") }

        private var mode: PictureMode {
            switch purpose {
            case .define:
                .define(parameters: enrolment, verifier: verifier) { [weak self] template in
                    guard let self, let delegate = self.delegate else { return .unavailable }
                    return await delegate.picturePasswordViewController(self, save: template)
                }
            case .verify:
                .verify { [weak self] gesture in
                    guard let self, let delegate = self.delegate else { return .unavailable }
                    return await delegate.picturePasswordViewController(self, check: gesture)
                }
            }
        }

        public override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .systemBackground
            let screen = PicturePasswordView(
                picture: picture, mode: mode, parser: parser, trail: trail,
                onUseAnotherMethod: { [weak self] in
                    self.map { $0.delegate?.picturePasswordViewControllerDidRequestAnotherMethod($0) }
                },
                onFinish: { [weak self] isPassed in self?.finish(isPassed) })
            let host = UIHostingController(rootView: screen)
            addChild(host)
            host.view.frame = view.bounds
            host.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(host.view)
            host.didMove(toParent: self)
        }

        public override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            UIAccessibility.post(notification: .screenChanged, argument: view)
        }

        private func finish(_ isPassed: Bool) {
            dismissWithPresented { [self] in delegate?.picturePasswordViewController(self, didFinish: isPassed) }
        }
    }
#endif

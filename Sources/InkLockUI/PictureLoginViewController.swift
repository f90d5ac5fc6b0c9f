// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import PicturePassword
    import SwiftUI
    import UIKit

    /// Checks or keeps picture passwords for a ``PictureLoginViewController``.
    @MainActor public protocol PictureLoginViewControllerDelegate: AnyObject {
        /// Somebody has drawn to be let in.
        func pictureLoginViewController(
            _ controller: PictureLoginViewController, check gesture: PictureGesture
        ) async -> PictureAnswer
        /// A password is defined; answer `.accepted` once it is kept.
        func pictureLoginViewController(
            _ controller: PictureLoginViewController, save template: GestureTemplate
        ) async -> PictureAnswer
        /// Another way in is wanted: the password is forgotten, or cannot be drawn.
        func pictureLoginViewControllerWantsOtherWay(_ controller: PictureLoginViewController)
        /// It is over and the screen is gone; `isPassed` unless it was given up.
        func pictureLoginViewController(_ controller: PictureLoginViewController, didFinish isPassed: Bool)
    }

    extension PictureLoginViewControllerDelegate {
        public func pictureLoginViewController(
            _ controller: PictureLoginViewController, save template: GestureTemplate
        ) async -> PictureAnswer { .unavailable }
        public func pictureLoginViewControllerWantsOtherWay(_ controller: PictureLoginViewController) {}
    }

    /// A full screen to define a picture password, or to be let in by one.
    public final class PictureLoginViewController: UIViewController {
        /// What the screen is for.
        public enum Purpose: Hashable, Sendable {
            /// To define a password, which the delegate keeps.
            case define
            /// To be let in, which the delegate decides.
            case verify
        }

        /// Checks and keeps; without one everything is `.unavailable`.
        public weak var delegate: (any PictureLoginViewControllerDelegate)?
        private let picture: LoginPicture
        private let purpose: Purpose
        private let enrolment: Enrolment<RasterVerifier>.Parameters
        private let verifier: any GestureVerifier
        private let reader: any GestureReading
        private let trail: PictureTrail

        /// - Parameters:
        ///   - picture: what is drawn on.
        ///   - purpose: whether a password is defined, or somebody is to be let in.
        ///   - enrolment: what a new password has to have to be taken.
        ///   - verifier: finds the drawings of a new password alike. Check with the same.
        ///   - reader: makes taps, paths and an app's own kinds of what fingers did. Define and check with the same.
        ///   - trail: what is seen of fingers: fire, a line, nothing, against onlookers, or the app's own.
        public init(
            picture: LoginPicture, purpose: Purpose, enrolment: Enrolment<RasterVerifier>.Parameters = .init(),
            verifier: any GestureVerifier = RasterVerifier.directed, reader: any GestureReading = GestureReader(),
            trail: PictureTrail = .fire
        ) {
            self.picture = picture
            self.purpose = purpose
            self.enrolment = enrolment
            self.verifier = verifier
            self.reader = reader
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
                    return await delegate.pictureLoginViewController(self, save: template)
                }
            case .verify:
                .verify { [weak self] gesture in
                    guard let self, let delegate = self.delegate else { return .unavailable }
                    return await delegate.pictureLoginViewController(self, check: gesture)
                }
            }
        }

        public override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .systemBackground
            let screen = PicturePasswordView(
                picture: picture, mode: mode, reader: reader, trail: trail,
                onOther: { [weak self] in
                    self.map { $0.delegate?.pictureLoginViewControllerWantsOtherWay($0) }
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
            dismiss(animated: true) { [self] in delegate?.pictureLoginViewController(self, didFinish: isPassed) }
        }
    }
#endif

// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkStroke
    import UIKit

    /// The delegate of a ``SignatureViewController``.
    @MainActor public protocol SignatureViewControllerDelegate: AnyObject {
        /// Returns a Boolean value that indicates whether the signature is complete. If it is `false`, the screen
        /// stays, so that the app can ask for another signature, for example because of
        /// ``SignatureEvidence/flaws(earlier:)``. The default implementation returns `true`.
        func signatureViewController(
            _ controller: SignatureViewController, shouldFinish drawing: Drawing
        ) -> Bool
        /// Tells the delegate that the user has finished the signature and the screen was dismissed.
        func signatureViewController(_ controller: SignatureViewController, didFinish drawing: Drawing)
        /// Tells the delegate that the user cancelled and the screen was dismissed. The default implementation does
        /// nothing.
        func signatureViewControllerDidCancel(_ controller: SignatureViewController)
    }

    extension SignatureViewControllerDelegate {
        public func signatureViewController(
            _ controller: SignatureViewController, shouldFinish drawing: Drawing
        ) -> Bool { true }
        public func signatureViewControllerDidCancel(_ controller: SignatureViewController) {}
    }

    /// A screen for signing. Embed it in a navigation controller, which shows Cancel and Done above and Undo, Redo and
    /// Clear below.
    ///
    /// ```swift
    /// let controller = SignatureViewController()
    /// controller.delegate = self
    /// present(UINavigationController(rootViewController: controller), animated: true)
    /// ```
    ///
    /// Cancel and Done dismiss the screen, with the navigation controller that was presented for it. If the screen was
    /// pushed, they pop it instead.
    public final class SignatureViewController: UIViewController {
        /// The delegate. Without one, the screen is dismissed, and the drawing stays in the ``model``.
        public weak var delegate: (any SignatureViewControllerDelegate)?
        /// The model of the signature.
        public let model: SignatureModel
        private lazy var pad = SignatureView(model: model)
        private lazy var done = item(.done) { $0.finish() }
        private lazy var undo = item(.undo) { $0.model.undo() }
        private lazy var redo = item(.redo) { $0.model.redo() }
        private lazy var clear = UIBarButtonItem(
            primaryAction: UIAction(title: Wording.clear) { [weak self] _ in self?.model.clear() })

        /// Creates a screen.
        /// - Parameters:
        ///   - model: The model of the signature, by default a new one.
        ///   - evidence: The evidence that records the strokes; `nil` to leave that of the model, which by default has
        ///     none.
        public init(model: SignatureModel = SignatureModel(), evidence: SignatureEvidence? = nil) {
            self.model = model
            if let evidence { model.evidence = evidence }
            super.init(nibName: nil, bundle: nil)
            title = Wording.signature
            // A downward swipe beside the pad must not discard the signature.
            isModalInPresentation = true
        }

        /// A Boolean value that indicates whether the buttons below were hidden before this screen appeared.
        private var hidesToolbar = false

        @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("not in storyboards") }

        private func item(
            _ system: UIBarButtonItem.SystemItem, _ body: @escaping (SignatureViewController) -> Void
        ) -> UIBarButtonItem {
            UIBarButtonItem(systemItem: system, primaryAction: UIAction { [weak self] _ in self.map(body) })
        }

        public override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .systemBackground
            pad.frame = view.bounds
            pad.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(pad)
            navigationItem.leftBarButtonItem = item(.cancel) { $0.cancel() }
            navigationItem.rightBarButtonItem = done
            toolbarItems = [undo, redo, UIBarButtonItem(systemItem: .flexibleSpace), clear]
            model.onDirty[ObjectIdentifier(self)] = { [weak self] _ in self?.update() }
            update()
        }

        public override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            guard let navigationController else { return }
            hidesToolbar = navigationController.isToolbarHidden
            navigationController.setToolbarHidden(false, animated: animated)
        }

        public override func viewWillDisappear(_ animated: Bool) {
            super.viewWillDisappear(animated)
            if hidesToolbar { navigationController?.setToolbarHidden(true, animated: animated) }
        }

        private func finish() {
            // The last stroke may wait for final samples.
            model.finishAwaited()
            // Evidence contains whole strokes only, so the drawing must not end within one.
            guard !model.editor.isDrawing else { return }
            let drawing = model.drawing
            guard delegate?.signatureViewController(self, shouldFinish: drawing) ?? true else { return }
            leave { [self] in delegate?.signatureViewController(self, didFinish: drawing) }
        }

        private func cancel() {
            leave { [self] in delegate?.signatureViewControllerDidCancel(self) }
        }

        /// Pops or dismisses the screen. One that was neither pushed nor presented stays.
        private func leave(completion: @escaping () -> Void) {
            if let navigationController, navigationController.viewControllers.dropFirst().contains(self) {
                navigationController.popViewController(animated: true)
                completion()
            } else if presentingViewController != nil {
                dismissWithPresented(completion: completion)
            } else {
                completion()
            }
        }

        private func update() {
            done.isEnabled = model.strokeCount > 0
            undo.isEnabled = model.canUndo
            redo.isEnabled = model.canRedo
            clear.isEnabled = model.canClear
        }
    }
#endif

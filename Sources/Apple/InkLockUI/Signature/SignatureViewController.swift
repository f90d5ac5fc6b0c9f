// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkStroke
    import UIKit

    /// The delegate of a ``SignatureViewController``.
    @MainActor public protocol SignatureViewControllerDelegate: AnyObject {
        /// Tells the delegate that the user has finished the signature.
        func signatureViewController(_ controller: SignatureViewController, didFinish drawing: Drawing)
        /// Tells the delegate that the user cancelled.
        func signatureViewControllerDidCancel(_ controller: SignatureViewController)
    }

    /// A screen for signing. Embed it in a navigation controller, which shows Cancel and Done above and Undo, Redo and
    /// Clear below.
    public final class SignatureViewController: UIViewController {
        /// The delegate, which must dismiss the screen when the user finishes or cancels.
        public weak var delegate: (any SignatureViewControllerDelegate)?
        /// The model of the signature.
        public let model: SignatureModel
        private lazy var pad = SignatureView(model: model)
        private lazy var done = item(.done) {
            // The last stroke may wait for final samples.
            $0.model.finishAwaited()
            $0.delegate?.signatureViewController($0, didFinish: $0.model.drawing)
        }
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
            navigationItem.leftBarButtonItem = item(.cancel) { $0.delegate?.signatureViewControllerDidCancel($0) }
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

        private func update() {
            done.isEnabled = model.strokeCount > 0
            undo.isEnabled = model.canUndo
            redo.isEnabled = model.canRedo
            clear.isEnabled = model.strokeCount > 0
        }
    }
#endif

// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkStroke
    import UIKit

    /// Is told what becomes of a signature.
    @MainActor public protocol SignatureViewControllerDelegate: AnyObject {
        /// Somebody is content with what they have drawn.
        func signatureViewController(_ controller: SignatureViewController, didFinish drawing: Drawing)
        /// Nobody signed.
        func signatureViewControllerDidCancel(_ controller: SignatureViewController)
    }

    /// A screen to sign on, to be put into a navigation controller: Cancel and Done above, Undo, Redo and Clear below.
    public final class SignatureViewController: UIViewController {
        /// Told when the person is content or gives up; it has to take the screen away.
        public weak var delegate: (any SignatureViewControllerDelegate)?
        /// What is signed on.
        public let sheet: SignatureSheet
        private lazy var pad = SignatureView(sheet: sheet)
        private lazy var done = item(.done) { $0.delegate?.signatureViewController($0, didFinish: $0.sheet.drawing) }
        private lazy var undo = item(.undo) { $0.sheet.undo() }
        private lazy var redo = item(.redo) { $0.sheet.redo() }
        private lazy var clear = UIBarButtonItem(
            primaryAction: UIAction(title: Wording.clear) { [weak self] _ in self?.sheet.clear() })

        /// A screen with a new sheet unless it is given one.
        public init(sheet: SignatureSheet = SignatureSheet()) {
            self.sheet = sheet
            super.init(nibName: nil, bundle: nil)
            title = Wording.signature
            // A stroke downwards must not close the sheet that it is drawn on.
            isModalInPresentation = true
        }

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
            let told = sheet.onEvent
            sheet.onEvent = { [weak self] event in
                self?.update()
                told?(event)
            }
            update()
        }

        private func update() {
            done.isEnabled = sheet.strokeCount > 0
            undo.isEnabled = sheet.canUndo
            redo.isEnabled = sheet.canRedo
            clear.isEnabled = sheet.strokeCount > 0
        }
    }
#endif

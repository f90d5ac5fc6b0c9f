// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// A view that receives the keys of a hardware keyboard while it is in a window.
    final class KeyCatcherView: UIView {
        var onKey: ((HardwareKey) -> Void)?

        override var canBecomeFirstResponder: Bool { true }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            if window != nil { becomeFirstResponder() }
        }

        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            let keys = presses.compactMap { $0.key.flatMap { HardwareKey($0) } }
            guard keys.count == presses.count, let onKey else { return super.pressesBegan(presses, with: event) }
            for key in keys { onKey(key) }
        }
    }

    struct KeyCatcher: UIViewRepresentable {
        let onKey: (HardwareKey) -> Void

        func makeUIView(context: Context) -> KeyCatcherView { KeyCatcherView(frame: .zero) }

        func updateUIView(_ uiView: KeyCatcherView, context: Context) { uiView.onKey = onKey }
    }

    extension HardwareKey {
        /// Creates a key. Returns `nil` for shortcuts and for keys that produce no character.
        @MainActor init?(_ key: UIKey) {
            switch key.keyCode {
            case .keyboardDeleteOrBackspace, .keyboardDeleteForward: self = .backspace
            case .keyboardReturnOrEnter, .keypadEnter: self = .enter
            case .keyboardEscape: self = .escape
            default:
                guard key.modifierFlags.isDisjoint(with: [.command, .control]), key.keyCode != .keyboardTab,
                    key.characters.unicodeScalars.count == 1, let scalar = key.characters.unicodeScalars.first
                else { return nil }
                self = .character(scalar)
            }
        }
    }
#endif

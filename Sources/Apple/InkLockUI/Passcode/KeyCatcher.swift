// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

#if canImport(UIKit)
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
#else
    /// A view that receives the keys of a Mac's keyboard while it is shown.
    struct KeyCatcher: View {
        let onKey: (HardwareKey) -> Void
        @FocusState private var hasFocus: Bool

        var body: some View {
            Color.clear
                .focusable()
                .focusEffectDisabled()
                .focused($hasFocus)
                .onKeyPress { press in
                    guard let key = HardwareKey(press) else { return .ignored }
                    onKey(key)
                    return .handled
                }
                .onAppear { hasFocus = true }
        }
    }
#endif

extension HardwareKey {
    /// Creates a key from SwiftUI's. Returns `nil` for shortcuts and for keys that produce no character.
    @MainActor init?(_ press: KeyPress) {
        switch press.key {
        case .delete: self = .backspace
        case .return: self = .enter
        case .escape: self = .escape
        default:
            // A Mac's Delete keys produce characters of their own.
            guard press.characters != "\u{7F}" && press.characters != "\u{F728}" else {
                self = .backspace
                return
            }
            guard press.modifiers.isDisjoint(with: [.command, .control]), press.characters.unicodeScalars.count == 1,
                let scalar = press.characters.unicodeScalars.first
            else { return nil }
            switch scalar.value {
            // Enter on the number pad.
            case 0x3: self = .enter
            // The arrows and the function keys have characters of a Mac's own.
            case ..<0x20, 0xF700...0xF8FF: return nil
            default: self = .character(scalar)
            }
        }
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry
import Passcode
import SwiftUI

/// The digit keys. They are buttons, so that VoiceOver, Full Keyboard Access and Switch Control work without further
/// code.
struct PasscodeKeys: View {
    let screen: PasscodeScreen
    let layout: KeypadLayout
    let theme: PasscodeTheme
    let showsLetters: Bool

    var body: some View {
        ForEach(layout.keys, id: \.digit) { key in
            Button {
                screen.press(digit: key.digit)
            } label: {
                VStack(spacing: 0) {
                    Text(verbatim: "\(key.digit)").font(.system(size: layout.digitSize))
                    if showsLetters, let letters = letters(key.digit) {
                        Text(verbatim: letters).font(.system(size: layout.letterSize, weight: .semibold))
                    }
                }
                .frame(width: key.frame.width, height: key.frame.height)
            }
            .buttonStyle(PasscodeKeyStyle(theme: theme, corner: layout.keyCorner))
            .accessibilityLabel("\(key.digit)")
            .accessibilityIdentifier("inklock.key.\(key.digit)")
            .placed(key.frame)
        }
        .disabled(!screen.isOpen)
    }

    private func letters(_ digit: Int) -> String? {
        let letters = KeypadOrder.letters(under: digit)
        return letters.utf8CodeUnitCount == 0 ? nil : "\(letters)"
    }
}

/// A rounded square that is highlighted while pressed.
struct PasscodeKeyStyle: ButtonStyle {
    let theme: PasscodeTheme
    let corner: Double

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .foregroundStyle(Color(configuration.isPressed ? theme.onAccent : theme.text))
            .background(
                Color(configuration.isPressed ? theme.accent : theme.key), in: RoundedRectangle(cornerRadius: corner)
            )
            .overlay { RoundedRectangle(cornerRadius: corner).strokeBorder(Color(theme.edge)) }
            .contentShape(RoundedRectangle(cornerRadius: corner))
            .animation(
                .easeOut(duration: PasscodeMotion.standard.stateSeconds), value: configuration.isPressed)
    }
}

extension View {
    /// Places a view at a frame of a `KeypadLayout`.
    func placed(_ frame: InkRect) -> some View {
        self.frame(width: frame.width, height: frame.height)
            .position(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2)
    }
}

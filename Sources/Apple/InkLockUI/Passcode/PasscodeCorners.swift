// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// The buttons on both sides of the "0" key: Cancel or Delete, and the accessories.
struct PasscodeCorners: View {
    let screen: PasscodeScreen
    let layout: KeypadLayout
    let theme: PasscodeTheme
    let options: PasscodeOptions
    /// A closure that performs an accessory's action, or `nil` to show only Cancel and Delete.
    let use: (@MainActor (PasscodeAccessory) -> Void)?

    var body: some View {
        if let second = options.secondAccessory, let use, screen.corner != .delete {
            button(second, use).accessibilityIdentifier("inklock.secondAccessory").placed(layout.corner)
        } else if screen.corner != .hidden {
            Button(screen.corner == .delete ? Wording.delete : Wording.cancel) { screen.pressCorner() }
                .foregroundStyle(Color(theme.text))
                .accessibilityIdentifier("inklock.corner")
                .placed(layout.corner)
        }
        if let accessory = options.accessory, let use {
            button(accessory, use).accessibilityIdentifier("inklock.accessory").placed(layout.accessory)
        }
    }

    private func button(
        _ accessory: PasscodeAccessory, _ use: @escaping @MainActor (PasscodeAccessory) -> Void
    ) -> some View {
        Button {
            use(accessory)
        } label: {
            Image(systemName: accessory.symbol).font(.system(size: layout.digitSize))
        }
        .foregroundStyle(Color(theme.text))
        .accessibilityLabel(accessory.label)
        .disabled(screen.isChecking)
    }
}

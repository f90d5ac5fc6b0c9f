// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A field to type or paste a recovery code.
struct RecoveryCodeEntry: View {
    let theme: PasscodeTheme
    /// A closure that tries a code and returns whether it was correct.
    let submit: @MainActor (String) async -> Bool
    @State private var code = ""
    @State private var isBusy = false
    @FocusState private var isTyping: Bool

    var body: some View {
        VStack(spacing: 8) {
            TextField(Wording.recoveryCode, text: $code)
                .autocorrectionDisabled()
                // A field that is disabled meanwhile would lose the keyboard.
                .focused($isTyping)
                .onSubmit {
                    enter()
                    isTyping = true
                }
                .onAppear { isTyping = true }
                .padding(12)
                .background(Color(theme.key), in: RoundedRectangle(cornerRadius: PasscodeMetrics.fieldCorner))
                .foregroundStyle(Color(theme.text))
                // The placeholder has a colour of the system's.
                .environment(\.colorScheme, theme.colorScheme)
                .accessibilityIdentifier("inklock.code")
            Text(verbatim: isBusy ? Wording.oneMoment : Wording.recoveryCodeHint)
                .font(.footnote)
                .foregroundStyle(Color(theme.quietText))
            Button(Wording.unlock) { enter() }
                .buttonStyle(.borderedProminent)
                .tint(Color(theme.accent))
                .disabled(isBusy)
                .accessibilityIdentifier("inklock.code.submit")
        }
    }

    private func enter() {
        guard !isBusy, !code.isEmpty else { return }
        isBusy = true
        Task {
            let isRight = await submit(code)
            isBusy = false
            // Keep a wrong code, so that the user can correct it.
            if isRight { code = "" }
        }
    }
}

// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// Where a recovery code is typed or pasted.
struct RecoveryCodeEntry: View {
    let theme: PasscodeTheme
    /// Tries a code; whether it was right.
    let submit: @MainActor (String) async -> Bool
    @State private var code = ""
    @State private var isBusy = false

    var body: some View {
        VStack(spacing: 8) {
            TextField(Wording.recoveryCode, text: $code)
                .autocorrectionDisabled()
                .onSubmit { enter() }
                .disabled(isBusy)
                .padding(12)
                .background(Color(theme.key), in: RoundedRectangle(cornerRadius: PasscodeMetrics.fieldCorner))
                .foregroundStyle(Color(theme.text))
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
            // What was wrong is there to be put right.
            if isRight { code = "" }
        }
    }
}

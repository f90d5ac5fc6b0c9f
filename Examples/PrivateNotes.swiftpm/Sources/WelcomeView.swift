// SPDX-License-Identifier: MIT
import InkLock
import InkLockUI
import Passcode
import SwiftUI

/// Sets up a lock: a passcode, and a recovery code to write down.
struct WelcomeView: View {
    @Binding var isSettingUp: Bool
    @Environment(\.appLock) private var lock
    @State private var recoveryCode: String?

    var body: some View {
        if let recoveryCode {
            VStack(spacing: 16) {
                Text("Write this down and put it away. It opens your notes when nothing else does.")
                Text(verbatim: recoveryCode).font(.title2)
                Button("I have it") { isSettingUp = false }.buttonStyle(.borderedProminent)
            }
            .padding(24)
        } else {
            PasscodeSettingsView(.create, kind: .sixDigits, options: options) { _ in
                .unavailable
            } save: { passcode, kind in
                await save(passcode, kind)
            } onFinish: { _ in
            }
        }
    }

    private var options: PasscodeOptions {
        var options = PasscodeOptions(appName: "Private Notes")
        options.style = .opaque
        options.allowsCancel = false
        return options
    }

    private func save(_ passcode: consuming SecretBytes, _ kind: PasscodeKind) async -> Bool {
        guard let lock else { return false }
        isSettingUp = true
        recoveryCode = try? await lock.setUp(passcode: passcode, kind: kind)?.text
        return recoveryCode != nil
    }
}

// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

/// The progress of setting up the lock. It outlives the welcome screen, which locking can remove at any moment.
enum SetUp: Hashable {
    case over
    case begun
    /// The user has yet to write down the recovery code.
    case code(String)
}

/// A screen that sets up a lock with a passcode and shows the recovery code. It also shows a renewed one.
struct WelcomeView: View {
    @Binding var setUp: SetUp
    @Environment(\.appLock) private var lock

    var body: some View {
        if case .code(let code) = setUp {
            RecoveryCodeView(code: code) { setUp = .over }
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
        setUp = .begun
        let code = try? await lock.setUp(passcode: passcode, kind: kind)
        setUp = code.map { .code($0.text) } ?? .over
        return code != nil
    }
}

/// A screen that shows a recovery code until the user has written it down.
struct RecoveryCodeView: View {
    let code: String
    let onDone: @MainActor () -> Void

    var body: some View {
        VStack(spacing: 16) {
            Text("Write this code down and keep it safe. It unlocks your notes when nothing else does.")
            Text(verbatim: code).font(.title2)
            Button("I have it", action: onDone).buttonStyle(.borderedProminent)
        }
        .padding(24)
    }
}

// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

/// Settings for the unlock methods: passcode, picture, recovery code, and the device's owner.
struct LockSettingsView: View {
    private enum Page: Hashable {
        case passcode(isForgotten: Bool)
        case picture
    }

    /// Shows a new recovery code, outside of this view, which locking removes.
    @Binding var setUp: SetUp
    @Environment(\.appLock) private var lock
    @Environment(\.lockSnapshot) private var snapshot
    @Environment(\.dismiss) private var dismiss
    @State private var page: Page?
    @State private var message: String?

    var body: some View {
        switch page {
        case .passcode(let isForgotten): newPasscode(isForgotten)
        case .picture: newPicture
        case nil: choices
        }
    }

    private var choices: some View {
        Form {
            Button(asksForPasscode ? "Change passcode" : "Set a new passcode") {
                page = .passcode(isForgotten: lock?.openedBy == .recoveryCode)
            }
            Button(has(.picture) ? "Draw another picture password" : "Draw a picture password") { page = .picture }
            if has(.picture) {
                Button("Remove the picture password") { change { try await $0.removePicturePassword() } }
            }
            Toggle("Unlock with this device", isOn: deviceOwner)
            Button("New recovery code") { renewRecoveryCode() }
            if let message { Text(verbatim: message) }
            Button("Done") { dismiss() }
        }
    }

    private func has(_ method: UnlockMethod) -> Bool { snapshot?.methods.contains(method) ?? false }

    /// A Boolean value that indicates whether the owner has a passcode, and has not just shown to have forgotten it.
    private var asksForPasscode: Bool { has(.passcode) && lock?.openedBy != .recoveryCode }

    private var deviceOwner: Binding<Bool> {
        Binding {
            snapshot?.deviceOwner != nil
        } set: { isOn in
            change { lock throws(LockSetupError) in try await lock.setDeviceOwner(isOn ? .deviceOwner : nil) }
        }
    }

    /// - Parameter isForgotten: A Boolean value that indicates whether the recovery code has opened the app.
    @ViewBuilder private func newPasscode(_ isForgotten: Bool) -> some View {
        if let lock {
            PasscodeSettingsView(has(.passcode) && !isForgotten ? .change : .create, of: lock) { outcome in
                // The code that opened the app may have been read by others.
                if outcome == .saved, isForgotten { renewRecoveryCode() }
                page = nil
            }
        }
    }

    @ViewBuilder private var newPicture: some View {
        if let picture = PasswordPicture.hills {
            PicturePasswordView(
                picture: picture,
                mode: .define { template in
                    do throws(VaultError) { try await lock?.setPicturePassword(template) } catch {
                        return PictureAnswer(error)
                    }
                    return .accepted
                }
            ) { _ in page = nil }
        }
    }

    private func renewRecoveryCode() {
        change { lock in setUp = .code(try await lock.renewRecoveryCode().text) }
    }

    private func change(_ body: @escaping @MainActor (AppLock) async throws -> Void) {
        guard let lock else { return }
        Task {
            do {
                try await body(lock)
                message = "Changed."
            } catch { message = "That did not work. Nothing has changed." }
        }
    }
}

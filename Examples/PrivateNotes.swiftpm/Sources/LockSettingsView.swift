// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

/// Settings for the unlock methods: passcode, picture, recovery code, and the device's owner.
///
/// Each change asks for the passcode first. Another user of the open app could otherwise set a method of their own.
struct LockSettingsView: View {
    private enum Page: Hashable {
        case passcode(isForgotten: Bool)
        case confirmation(Change)
        case picture
    }

    private enum Change: Hashable {
        case picture
        case noPicture
        case deviceOwner(Bool)
        case recoveryCode
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
        case .confirmation(let change): confirmation(of: change)
        case .picture: newPicture
        case nil: choices
        }
    }

    private var choices: some View {
        Form {
            Button(asksForPasscode ? "Change passcode" : "Set a new passcode") {
                page = .passcode(isForgotten: lock?.openedBy == .recoveryCode)
            }
            Button(has(.picture) ? "Draw another picture password" : "Draw a picture password") { confirm(.picture) }
            if has(.picture) {
                Button("Remove the picture password") { confirm(.noPicture) }
            }
            Toggle("Unlock with this device", isOn: deviceOwner)
            Button("New recovery code") { confirm(.recoveryCode) }
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
            confirm(.deviceOwner(isOn))
        }
    }

    private func confirm(_ change: Change) {
        if asksForPasscode { page = .confirmation(change) } else { make(change) }
    }

    @ViewBuilder private func confirmation(of change: Change) -> some View {
        if let lock, let kind = snapshot?.passcodeKind {
            PasscodeView(kind: kind) { passcode in
                do throws(VaultError) { try await lock.verify(passcode: passcode) } catch {
                    return PasscodeAnswer(error)
                }
                return .accepted
            } onFinish: {
                finish(change, isConfirmed: $0)
            }
        }
    }

    private func finish(_ change: Change, isConfirmed: Bool) {
        page = nil
        if isConfirmed { make(change) }
    }

    private func make(_ change: Change) {
        switch change {
        case .picture: page = .picture
        case .noPicture: self.change { try await $0.removePicturePassword() }
        case .deviceOwner(let isOn):
            self.change { lock throws(LockSetupError) in
                try await lock.setDeviceOwner(isOn ? .deviceOwner : nil)
            }
        case .recoveryCode: renewRecoveryCode()
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

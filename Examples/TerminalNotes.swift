// SPDX-License-Identifier: MIT
import Foundation
import InkLock

/// A terminal program with locked notes. It shows the use of a lock in an app without windows.
struct TerminalNotes {
    let folder: String
    /// A closure that asks the user a question. It returns `nil` if the user gives up.
    let ask: (String) -> SecretBytes?
    /// A closure that shows the user a message.
    var tell: (String) -> Void = { print($0) }

    /// Returns the unlocked lock, which holds the key for the notes, or `nil` if the user gave up. Locking erases the
    /// key.
    func open() async throws(VaultError) -> AppLock? {
        let lock = AppLock(folder: folder)
        lock.startWithoutWindows()
        try await lock.refresh()
        var isWrong = false
        while lock.dataKey == nil, let typed = ask(question(lock, isWrong)) {
            isWrong = try await !enter(typed, lock)
        }
        try await replacePasscode(lock)
        let failed = lock.failedAttempts
        if failed.count > 0 {
            tell("Wrong attempts since you were last here: \(failed.count)")
            if let last = failed.lastWallMilliseconds { tell("The last one: \(time(last))") }
        }
        return lock.dataKey == nil ? nil : lock
    }

    /// Returns a day and a time of day in the user's language.
    private func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted()
    }

    /// Returns whether the passcode or the recovery code was accepted.
    private func enter(_ typed: consuming SecretBytes, _ lock: AppLock) async throws(VaultError) -> Bool {
        do throws(VaultError) {
            switch lock.snapshot.state {
            case .unconfigured:
                let code = try await lock.setUp(passcode: typed, kind: .alphanumeric)
                if let code { tell("Write this recovery code down: \(code.text)") }
            case .recoveryRequired:
                let code = typed.withBytes { String(decoding: $0, as: UTF8.self) }
                try await lock.unlock(with: .recoveryCode(code))
            default: try await lock.unlock(with: .passcode(typed))
            }
        } catch {
            switch error {
            case .rejected, .refused, .passcodeRefused, .invalidPasscode, .malformedRecoveryCode: return false
            default: throw error
            }
        }
        return true
    }

    /// Lets a user who needed the recovery code choose another passcode.
    private func replacePasscode(_ lock: AppLock) async throws(VaultError) {
        while lock.openedBy == .recoveryCode, let typed = ask(Self.newPasscode) {
            do throws(VaultError) {
                try await lock.setPasscode(typed, kind: .alphanumeric)
            } catch .passcodeRefused, .invalidPasscode {}
        }
    }

    private static let newPasscode = "New passcode, at least four characters: "

    private func question(_ lock: AppLock, _ isWrong: Bool) -> String {
        let wrong = isWrong ? "Wrong. " : ""
        switch lock.snapshot.state {
        case .unconfigured: return Self.newPasscode
        case .recoveryRequired: return wrong + "The passcode no longer opens the notes. Recovery code: "
        case .lockedOut where lock.lockoutSeconds > 0:
            return "Wait \(Int(lock.lockoutSeconds.rounded(.up))) seconds. Passcode: "
        default: return wrong + "Passcode: "
        }
    }
}

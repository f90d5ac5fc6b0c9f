// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode

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
        let lock = try await AppLock(folder: folder)
        lock.windowOpened(.terminal)
        lock.windowBecameActive(.terminal)
        while lock.key == nil, let typed = ask(question(lock.screen)) { try await enter(typed, lock) }
        let failed = lock.failedAttempts
        if failed.count > 0 { tell("Wrong attempts since you were last here: \(failed.count)") }
        return lock.key == nil ? nil : lock
    }

    private func enter(_ typed: consuming SecretBytes, _ lock: AppLock) async throws(VaultError) {
        // The next question states the reason for a rejection, or repeats the request.
        do throws(VaultError) {
            if lock.screen.state == .unconfigured {
                try await lock.setUp(passcode: typed, kind: .alphanumeric)
            } else {
                try await lock.submit(passcode: typed)
            }
        } catch .rejected {} catch .refused {} catch .invalidPasscode {}
    }

    private func question(_ screen: LockSnapshot) -> String {
        switch screen.state {
        case .unconfigured: "New passcode, at least four characters: "
        case .lockedOut(_, let seconds): "Wait \(Int(seconds)) seconds. Passcode: "
        default: screen.refusal == nil ? "Passcode: " : "Wrong. Passcode: "
        }
    }
}

extension WindowID {
    /// The only window.
    static let terminal = WindowID(rawValue: 0)
}

// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode

/// A program in a terminal that keeps its notes locked: where the five lines go in an app without windows.
struct TerminalNotes {
    let folder: String
    /// Asks the user.
    let ask: (String) -> SecretBytes?
    /// Tells the user something.
    var tell: (String) -> Void = { print($0) }

    /// The lock, open, with the key for the notes; `nil` if the user gave up. The key goes when the lock does.
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
        // Why it was refused stands on the screen, or is asked for again.
        do throws(VaultError) {
            if lock.screen.state == .unconfigured {
                try await lock.setUp(passcode: typed, kind: .alphanumeric)
            } else {
                try await lock.submit(passcode: typed)
            }
        } catch .rejected {} catch .refused {} catch .unfitPasscode {}
    }

    private func question(_ screen: LockScreen) -> String {
        switch screen.state {
        case .unconfigured: "New passcode, at least four characters: "
        case .lockedOut(_, let seconds): "Wait \(Int(seconds)) seconds. Passcode: "
        default: screen.refusal == nil ? "Passcode: " : "Wrong. Passcode: "
        }
    }
}

extension WindowID {
    /// The only window there is.
    static let terminal = WindowID(rawValue: 0)
}

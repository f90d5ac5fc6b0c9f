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
        while lock.dataKey == nil, let typed = ask(question(lock.snapshot.state, isWrong)) {
            isWrong = try await !enter(typed, lock)
        }
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

    /// Returns whether the passcode was accepted.
    private func enter(_ typed: consuming SecretBytes, _ lock: AppLock) async throws(VaultError) -> Bool {
        do throws(VaultError) {
            if lock.snapshot.state == .unconfigured {
                try await lock.setUp(passcode: typed, kind: .alphanumeric)
            } else {
                try await lock.unlock(with: .passcode(typed))
            }
        } catch .rejected { return false } catch .refused { return false } catch .invalidPasscode { return false }
        return true
    }

    private func question(_ state: LockState, _ isWrong: Bool) -> String {
        switch state {
        case .unconfigured: "New passcode, at least four characters: "
        case .lockedOut(_, let seconds): "Wait \(Int(seconds)) seconds. Passcode: "
        default: isWrong ? "Wrong. Passcode: " : "Passcode: "
        }
    }
}

// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

/// A button on the cover for owners who have lost their passcode and their recovery code. After confirmation, it
/// deletes all notes and erases the lock.
struct StartOverView: View {
    let file: URL
    @Environment(\.appLock) private var lock
    @Environment(\.lockSnapshot) private var snapshot
    @State private var isAsking = false
    @State private var message: String?

    var body: some View {
        VStack(spacing: 8) {
            if isAsking, isLocked {
                Text(verbatim: message ?? "Without your passcode or recovery code, your notes stay unreadable.")
                Button("Delete all notes", role: .destructive) { Task { await startOver() } }
                Button("Keep them") {
                    isAsking = false
                    message = nil
                }
            } else if isLocked {
                Button("Start over without a passcode") { isAsking = true }
            }
        }
        .font(.footnote)
        .padding(8)
    }

    private var isLocked: Bool {
        guard let snapshot, snapshot.loading != .inProgress else { return false }
        switch snapshot.state {
        case .locked, .lockedOut, .passcodeRequired, .recoveryRequired, .wiped: return true
        case .unconfigured, .unlocked, .covered, .prompting, .verifying: return false
        }
    }

    private func startOver() async {
        do {
            // First the data, because the app shows its content once there is no lock.
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            try await lock?.eraseAndStartOver()
            isAsking = false
        } catch { message = "That did not work. Please try again." }
    }
}

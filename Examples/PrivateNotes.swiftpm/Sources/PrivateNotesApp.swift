// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

@main struct PrivateNotesApp: App {
    /// The lock of all windows, stored in the keychain.
    @State private var lock = AppLock(keychainService: "com.example.private-notes")
    private let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]

    var body: some Scene {
        WindowGroup { NotesWindow(lock: lock, file: folder.appending(path: "notes.sealed")) }
    }
}

/// A window. It shows a welcome screen until a lock is set up, then the notes.
struct NotesWindow: View {
    let lock: AppLock
    let file: URL
    @State private var setUp = SetUp.over
    @State private var wanted: UUID?

    var body: some View {
        LockedView(lock, options: options) { key in
            if let key, setUp == .over {
                NotesView(key: key, file: file, wanted: $wanted, setUp: $setUp)
            } else {
                WelcomeView(setUp: $setUp)
            }
        }
        // A URL such as private-notes:///8A0F… waits until the app unlocks.
        .onOpenURL(after: lock) { url in wanted = UUID(uuidString: url.lastPathComponent) }
    }

    private var options: LockOptions {
        var options = LockOptions(appName: "Private Notes", picture: .hills)
        options.footer = AnyView(StartOverView(file: file))
        return options
    }
}

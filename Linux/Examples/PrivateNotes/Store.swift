// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK
import InkLockLinux

/// The files of the app in its folder, which its owner alone can reach, and the lock in front of them.
@MainActor final class Store {
    let lock: AppLock
    let owner: LinuxOwner
    let file: NotesFile
    /// The recovery code that is made, until its owner has saved it.
    var code: String?
    private let folder: String

    /// - Throws: `VaultError.insecurePermissions` for a folder that other users can reach, and errors of the files.
    init() throws(VaultError) {
        let data = String(cString: g_get_user_data_dir())
        folder = data + "/private-notes"
        _ = g_mkdir_with_parents(data, 0o700)
        for path in [folder, folder + "/lock"] { try PrivateFolder.make(path) }
        // The recovery code opens the notes without the chip, and the owner's key is then made again.
        let key = LinuxDeviceKey(folder: folder + "/owner", isReplaceable: true)
        owner = LinuxOwner(folder: folder + "/owner", deviceKey: key, conversation: OwnerDialog())
        file = NotesFile(path: folder + "/notes")
        locking = Locking(path: folder + "/locking")
        lock = AppLock(
            vault: Vault.ofThisMachine(folder: folder + "/lock"), owner: owner,
            parameters: AppLock.Parameters(settings: locking.settings) { fallback in
                OwnerPrompt(
                    Words.shared.prompt, fallbackTitle: fallback == .passcode ? Words.shared.enterPasscode : nil)
            })
    }

    /// The choices of when the notes hide and lock.
    var locking: Locking {
        didSet {
            locking.save(path: folder + "/locking")
            lock.settings = locking.settings
        }
    }

    /// A Boolean value that indicates whether the owner has not saved the recovery code yet. It outlives the app, which
    /// cannot show the code again, but offers another one.
    var isCodeUnsaved: Bool {
        get { access(folder + "/code-unsaved", F_OK) == 0 }
        set {
            let path = folder + "/code-unsaved"
            if newValue { try? Data().write(to: URL(fileURLWithPath: path)) } else { unlink(path) }
        }
    }

    /// Forgets the recovery code, which its owner has saved.
    func codeIsSaved() {
        code = nil
        isCodeUnsaved = false
    }

    func notebook(_ key: DataKey) -> Notebook? { Notebook(key, file) }

    /// Deletes all notes, and erases the lock.
    func startOver() async throws(VaultError) {
        // First the notes: once there is no lock, the app shows what it keeps.
        try await file.erase()
        try await lock.eraseAndStartOver()
        unlink(folder + "/picture")
        codeIsSaved()
    }

    /// The name of the picture that the picture password is drawn on.
    var pictureName: String? {
        get { try? String(contentsOfFile: folder + "/picture", encoding: .utf8) }
        set { try? newValue?.write(toFile: folder + "/picture", atomically: true, encoding: .utf8) }
    }
}

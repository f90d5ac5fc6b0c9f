// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK
import InkLockLinux

/// The files of the app in its folder, which its owner alone can reach, and the lock in front of them.
@MainActor final class Store {
    let lock: AppLock
    private let folder: String

    /// - Throws: `VaultError.exposed` for a folder that other users can reach, and errors of the files.
    init() throws(VaultError) {
        let data = String(cString: g_get_user_data_dir())
        folder = data + "/private-notes"
        _ = g_mkdir_with_parents(data, 0o700)
        for path in [folder, folder + "/lock"] { try PrivateFolder.make(path) }
        let vault = Vault(
            store: FileStorage(path: folder + "/lock/vault"), ledger: FileStorage(path: folder + "/lock/attempts"),
            deviceKey: FileDeviceKey(path: folder + "/lock/device-key"))
        let owner = LinuxOwner(folder: folder + "/owner", conversation: OwnerDialog())
        // A window that another one has replaced at the front is left. It asks again on return.
        let settings = LockSettings(locksWhenInactive: true, promptsAutomatically: false)
        lock = AppLock(
            vault: vault, owner: owner,
            parameters: AppLock.Parameters(settings: settings) { _ in OwnerPrompt(Words.shared.prompt) })
    }

    func notebook(_ key: DataKey) -> Notebook? { Notebook(key, FileStorage(path: folder + "/notes")) }

    /// The name of the picture that the picture password is drawn on.
    var pictureName: String? {
        get { try? String(contentsOfFile: folder + "/picture", encoding: .utf8) }
        set { try? newValue?.write(toFile: folder + "/picture", atomically: true, encoding: .utf8) }
    }
}

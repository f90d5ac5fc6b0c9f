// SPDX-License-Identifier: MIT
import Foundation

/// A folder that only its owner reaches: where a vault's files lie.
///
/// A folder that others can reach, or that is another user's, is refused rather than changed: its owner may have meant it so, and
/// what was in it may have been replaced already.
public enum PrivateFolder {
    /// Makes a folder for its owner alone, or checks the one that is there.
    /// - Parameter path: the folder; the one above it exists.
    /// - Throws: ``VaultError/exposed`` if it is a symbolic link, no folder, another user's, or reachable by others (`chmod 700`);
    ///   ``VaultError/storage(_:code:)`` if it cannot be made.
    public static func make(_ path: String) throws(VaultError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(.open) }
        try check(path)
    }

    /// Checks a folder that is there.
    /// - Throws: ``VaultError/missing`` if there is none, and what ``make(_:)`` throws.
    public static func check(_ path: String) throws(VaultError) {
        let folder: OpenFile
        do throws(VaultError) {
            folder = try OpenFile.folder(path)
        } catch .storage(.open, let code) where code == ELOOP || code == ENOTDIR || code == EMLINK {
            throw .exposed
        }
        let status = try folder.status()
        guard isClosed(status) || isCredential(status, in: path) else { throw .exposed }
    }

    /// Returns a Boolean value that indicates whether a file or folder is accessible to this user alone.
    static func isClosed(_ status: stat) -> Bool { status.st_uid == geteuid() && status.st_mode & 0o077 == 0 }

    /// Returns a Boolean value that indicates whether systemd gives this service a file of the folder, or the folder
    /// itself. From version 254 on they belong to root, and an access control list names the service's user: its mask
    /// is in the place of the group's rights.
    static func isCredential(_ status: stat, in folder: String) -> Bool {
        guard let place = getenv("CREDENTIALS_DIRECTORY"), String(cString: place) == folder else { return false }
        return status.st_uid == 0 && status.st_mode & 0o027 == 0
    }

    /// Checks the folder that a file lies in.
    static func check(around file: String) throws(VaultError) {
        let folder = (file as NSString).deletingLastPathComponent
        try check(folder.isEmpty ? "." : folder)
    }
}

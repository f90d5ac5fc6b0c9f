// SPDX-License-Identifier: MIT
import Foundation

/// A folder for a vault's files that is accessible to its owner alone.
///
/// A folder that is accessible to other users, or that belongs to another user, is refused. Its permissions are not
/// repaired, because its contents may already have been replaced.
public enum PrivateFolder {
    /// Creates a folder that is accessible to its owner alone, or checks an existing folder.
    /// - Parameter path: The path of the folder. Its parent folder must exist.
    /// - Throws: ``VaultError/insecurePermissions`` if it is a symbolic link or not a folder, belongs to another user,
    ///   or is accessible to other users (use `chmod 700`); ``VaultError/storage(_:code:)`` if it cannot be created.
    public static func make(_ path: String) throws(VaultError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(.open) }
        try check(path)
    }

    /// Checks an existing folder.
    /// - Throws: ``VaultError/missing`` if there is none, and the errors of ``make(_:)``.
    public static func check(_ path: String) throws(VaultError) {
        let folder: StorageFile
        do throws(VaultError) {
            folder = try StorageFile.folder(path)
        } catch .storage(.open, let code) where code == ELOOP || code == ENOTDIR || code == EMLINK {
            throw .insecurePermissions
        }
        let status = try folder.status()
        guard isClosed(status) || isCredential(status, in: path) else { throw .insecurePermissions }
    }

    /// Returns the path of the folder that a file or folder lies in: `.` for a name alone, and `/` for the root itself.
    ///
    /// It looks at the path alone. On Linux, Foundation's `deletingLastPathComponent` ends the process for a path of
    /// one character.
    public static func parent(of path: String) -> String {
        let bytes = Array(path.utf8)
        let slash = UInt8(ascii: "/")
        guard let last = bytes.lastIndex(where: { $0 != slash }) else { return bytes.isEmpty ? "." : "/" }
        guard let cut = bytes[...last].lastIndex(of: slash) else { return "." }
        guard let end = bytes[..<cut].lastIndex(where: { $0 != slash }) else { return "/" }
        return String(decoding: bytes[...end], as: UTF8.self)
    }

    /// Returns a Boolean value that indicates whether a file or folder is accessible to this user alone.
    static func isClosed(_ status: stat) -> Bool { status.st_uid == geteuid() && status.st_mode & 0o077 == 0 }

    /// Returns a Boolean value that indicates whether a file or folder is a credential that systemd gives this service.
    /// From version 254 on, credentials belong to root, and an access control list names the service's user. The mask
    /// of the list replaces the group's permissions.
    static func isCredential(_ status: stat, in folder: String) -> Bool {
        guard let place = getenv("CREDENTIALS_DIRECTORY"), String(cString: place) == folder else { return false }
        return status.st_uid == 0 && status.st_mode & 0o027 == 0
    }

    /// Checks the folder of a file.
    static func check(around file: String) throws(VaultError) {
        try check(parent(of: file))
    }
}

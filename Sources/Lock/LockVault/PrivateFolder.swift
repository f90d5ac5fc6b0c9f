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
        guard status.st_uid == geteuid() && status.st_mode & 0o077 == 0 else { throw .exposed }
    }

    /// Checks the folder that a file lies in.
    static func check(around file: String) throws(VaultError) {
        let folder = (file as NSString).deletingLastPathComponent
        try check(folder.isEmpty ? "." : folder)
    }
}

// SPDX-License-Identifier: MIT
import Foundation

/// A small file that is written atomically and durably. Callers synchronise their access.
struct DurableFile {
    let path: String

    func write(_ bytes: [UInt8]) throws(VaultError) {
        try bytes.lend { bytes throws(VaultError) in try write(bytes) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(VaultError) {
        // An interrupted removal leaves contents there, which the next line would only cut off.
        try? Self.overwrite(path + ".new")
        let new = try StorageFile.replacing(path + ".new")
        try new.writeAll(bytes)
        try new.sync()
        _ = consume new
        guard rename(path + ".new", path) == 0 else { throw .last(.rename) }
        try syncFolder()
    }

    /// Overwrites the file where the file system allows it, and removes it, with an incomplete new version of it. A
    /// drive with wear levelling may keep the old contents. After an interruption, the file has its contents or is
    /// gone.
    func erase() throws(VaultError) {
        let new = path + ".new"
        try Self.overwriteAndRemove(new)
        // Zeros under the file's own name could pass for its contents.
        if rename(path, new) == 0 {
            try syncFolder()
            try Self.overwriteAndRemove(new)
        } else if errno == ENOSPC || errno == EDQUOT {
            try Self.overwriteAndRemove(path)
        } else if errno != ENOENT {
            throw .last(.remove)
        }
        try syncFolder()
    }

    /// A Boolean value that indicates whether the file is gone and an interrupted removal or write has left contents.
    var hasRemains: Bool { access(path, F_OK) != 0 && access(path + ".new", F_OK) == 0 }

    private static func overwriteAndRemove(_ path: String) throws(VaultError) {
        try? overwrite(path)
        guard unlink(path) == 0 || errno == ENOENT else { throw .last(.remove) }
    }

    private static func overwrite(_ path: String) throws(VaultError) {
        let file = try StorageFile.overwriting(path)
        try file.overwriteAll()
        try file.sync()
    }

    private func syncFolder() throws(VaultError) {
        try StorageFile.folder(PrivateFolder.parent(of: path)).sync()
    }
}

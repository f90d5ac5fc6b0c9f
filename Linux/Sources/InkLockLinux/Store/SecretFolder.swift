// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockVault

/// The secrets of an owner: a folder with a file for each, and the keyring where there is one.
///
/// A file names the item of the keyring that belongs to it. A new value goes into a new item before the file names it,
/// and the old item is removed afterwards, so a process that is killed in between leaves the old or the new value.
/// Changes are made one at a time.
struct SecretFolder: Sendable {
    let path: String
    let deviceKey: any DeviceKey
    /// The duration after which a call of the keyring is cancelled, which may wait for the user.
    let timeLimit: Duration

    /// Calls the keyring until the task is cancelled, or the time limit has passed.
    private func withKeyring<Result: Sendable>(
        _ work: @escaping @Sendable (Keyring) throws(OwnerError) -> Result
    ) async throws(OwnerError) -> Result {
        try await UnansweredWork.run(for: timeLimit) { [path] cancellation throws(OwnerError) in
            try work(Keyring(folder: path, cancellation: cancellation))
        }
    }

    /// Returns the names in alphabetical order, without a prompt.
    func names() async throws(OwnerError) -> [SecretName] {
        try await BlockingWork.run { [path] () throws(OwnerError) in
            do throws(VaultError) { try PrivateFolder.check(path) } catch {
                if error == .missing { return [] }
                throw OwnerError(error)
            }
            guard let files = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw .system(code: EIO)
            }
            return files.compactMap(SecretName.init(file:)).sorted()
        }
    }

    /// Returns the record of a secret, without a prompt.
    /// - Throws: `OwnerError.absent`.
    func record(_ name: SecretName) async throws(OwnerError) -> SecretRecord { try await stored(name).record }

    /// Adds a secret.
    func add(
        _ secret: SharedSecretBytes, named name: SecretName, for accessControl: AccessControl, fingers: [UInt8] = [],
        in place: SecretRecord.Place
    ) async throws(OwnerError) {
        try await OwnerError.from { () throws(VaultError) in try PrivateFolder.make(path) }
        let turn = try await turn()
        var old: (record: SecretRecord, version: UInt64)?
        do throws(OwnerError) { old = try await stored(name) } catch .absent {}
        guard old == nil || old?.record.place == .lost else { throw .exists }
        try await put(secret, named: name, SecretRecord(accessControl, fingers: fingers, place: place), replacing: old)
        _ = consume turn
    }

    /// Replaces a secret. It keeps its access control.
    func update(
        _ secret: SharedSecretBytes, named name: SecretName, in place: SecretRecord.Place
    ) async throws(OwnerError) {
        let turn = try await turn()
        let old = try await stored(name)
        guard old.record.place != .lost else { throw .invalidated(.biometricsChanged) }
        let new = SecretRecord(old.record.accessControl, fingers: old.record.fingers, place: place)
        try await put(secret, named: name, new, replacing: old)
        _ = consume turn
    }

    /// Erases a secret whose fingers have changed. Its record stays, and says so.
    func erase(_ record: SecretRecord, named name: SecretName) async throws(OwnerError) {
        let turn = try await turn()
        let old = try await stored(name)
        if old.record == record {
            let lost = SecretRecord(record.accessControl, fingers: record.fingers, place: .lost)
            try await save(lost, named: name, replacing: old.version)
            await removeItem(named: name, of: record)
        }
        _ = consume turn
    }

    /// Returns the secret of a record.
    func open(_ record: SecretRecord, named name: SecretName) async throws(OwnerError) -> SharedSecretBytes {
        let sealed: [UInt8]
        switch record.place {
        case .lost: throw .invalidated(.biometricsChanged)
        case .file: sealed = record.sealed
        case .keyring:
            let found = try await withKeyring { keyring throws(OwnerError) in
                try keyring.sealed(record.identifier, named: name)
            }
            guard let found else {
                // Another process may have replaced it since the record was read. Otherwise the keyring has lost it.
                let current = try await self.record(name)
                // The owner was authenticated for the access control of the record that was read.
                guard current != record, current.accessControl == record.accessControl,
                    current.fingers == record.fingers
                else {
                    throw .absent
                }
                return try await open(current, named: name)
            }
            sealed = found
        }
        let key = try await OwnerError.from { () throws(VaultError) in SharedSecretBytes(try await deviceKey.load()) }
        return try await OwnerError.from { () throws(VaultError) in try record.open(sealed, named: name, under: key) }
    }

    /// Removes a secret. Does nothing if there is none.
    func remove(_ name: SecretName) async throws(OwnerError) {
        do throws(VaultError) { try PrivateFolder.check(path) } catch {
            if error == .missing { return }
            throw OwnerError(error)
        }
        let turn = try await turn()
        var old: SecretRecord?
        do throws(OwnerError) { old = try await stored(name).record } catch .absent { return } catch .system {}
        try await OwnerError.from { () throws(VaultError) in try await storage(name).remove() }
        if let old { await removeItem(named: name, of: old) }
        _ = consume turn
    }

    private func put(
        _ secret: SharedSecretBytes, named name: SecretName, _ new: SecretRecord,
        replacing old: (record: SecretRecord, version: UInt64)?
    ) async throws(OwnerError) {
        guard secret.count <= SecretRecord.secretLimit else { throw .system(code: EFBIG) }
        let key = try await OwnerError.from { () throws(VaultError) in
            SharedSecretBytes(try await deviceKey.loadOrCreate())
        }
        var new = new
        let sealed = new.seal(secret, named: name, under: key)
        if new.place == .keyring {
            let identifier = new.identifier
            try await withKeyring { keyring throws(OwnerError) in
                try keyring.store(sealed, identifier, named: name)
            }
        } else {
            new.sealed = sealed
        }
        try await save(new, named: name, replacing: old?.version)
        if let old { await removeItem(named: name, of: old.record) }
    }

    private func turn() async throws(OwnerError) -> SecretFolderLock {
        do throws(VaultError) { return try await SecretFolderLock.acquire(path) } catch { throw OwnerError(error) }
    }

    /// Removes the item of a record, which is worth nothing any more. A locked keyring may keep it.
    private func removeItem(named name: SecretName, of record: SecretRecord) async {
        guard record.place == .keyring else { return }
        // In a task of its own, so that a task that was cancelled leaves no item behind, either.
        await Task {
            try? await withKeyring { keyring throws(OwnerError) in try keyring.remove(record.identifier, named: name) }
        }.value
    }

    private func stored(_ name: SecretName) async throws(OwnerError) -> (record: SecretRecord, version: UInt64) {
        try await OwnerError.from { () throws(VaultError) in
            let stored = try await storage(name).load()
            return (try SecretRecord(stored.bytes), stored.version)
        }
    }

    private func save(
        _ record: SecretRecord, named name: SecretName, replacing old: UInt64?
    ) async throws(OwnerError) {
        let new = StoredBytes(version: StoredBytes.nextVersion(after: old), bytes: record.bytes)
        try await OwnerError.from { () throws(VaultError) in try await storage(name).save(new, replacing: old) }
    }

    private func storage(_ name: SecretName) -> FileStorage { FileStorage(path: path + "/" + name.file) }
}

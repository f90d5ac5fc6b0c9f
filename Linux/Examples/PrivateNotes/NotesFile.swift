// SPDX-License-Identifier: MIT
import InkLock

/// The file of the sealed notes. What could not be written stays in memory, sealed, and is tried again until it is
/// written, also while the app is locked.
@MainActor final class NotesFile {
    /// A reason why the notes are not written.
    enum Problem: Hashable {
        /// The file cannot be written, most likely for lack of space.
        case noSpace
        case tooLarge
        /// The contents differ from what this app wrote. It is not overwritten, and the notes are in a copy beside it.
        case replaced
    }

    /// A closure that is called after each later attempt, with the reason why it failed; `nil` if all is written.
    var onRetry: ((Problem?) -> Void)?
    /// The sealed notes that are not written yet.
    private(set) var unwritten: [UInt8]?
    private let storage: any VersionedStorage
    private let copy: any VersionedStorage
    private var version: UInt64?
    /// The contents of the last attempt, if its outcome is not known: an error may come after the change.
    private var attempt: StoredBytes?
    /// The notes in the copy.
    private var copied: [UInt8]?
    private var last: Task<Problem?, Never>?
    private var retrying: Task<Void, Never>?
    private static let pause = Duration.seconds(10)
    /// The greatest size of the file. Signatures take most of it, some kilobytes each.
    private static let byteLimit = 256 << 20

    convenience init(path: String) {
        func file(_ path: String) -> FileStorage { FileStorage(path: path, byteLimit: Self.byteLimit) }
        self.init(file(path), copy: file(path + ".unsaved"))
    }

    /// - Parameter copy: The place of notes that must not overwrite what is in the storage.
    init(_ storage: any VersionedStorage, copy: any VersionedStorage) {
        self.storage = storage
        self.copy = copy
    }

    /// Returns the sealed notes; `nil` if there are none yet.
    func load() async throws(VaultError) -> [UInt8]? {
        if let unwritten { return unwritten }
        do throws(VaultError) {
            let stored = try await storage.load()
            version = stored.version
            return stored.bytes
        } catch .missing { return nil }
    }

    /// Replaces the file.
    /// - Returns: The reason why the notes are not written; `nil` if everything is.
    func save(_ sealed: [UInt8]) async -> Problem? {
        unwritten = sealed
        return await write()
    }

    /// Writes what is kept, one attempt after the other.
    /// - Returns: The reason why the notes are not written; `nil` if everything is.
    func write() async -> Problem? {
        let task = Task { [last] in
            _ = await last?.value
            return await tryOnce()
        }
        last = task
        return await task.value
    }

    /// Removes the notes and their copy, and forgets what is not written.
    func erase() async throws(VaultError) {
        let erasure = Task { [last] in
            _ = await last?.value
            return await eraseOnce()
        }
        last = Task {
            _ = await erasure.value
            return nil
        }
        if let error = await erasure.value { throw error }
    }

    private func eraseOnce() async -> VaultError? {
        do throws(VaultError) {
            try await storage.remove()
            try await copy.remove()
        } catch { return error }
        unwritten = nil
        version = nil
        attempt = nil
        copied = nil
        return nil
    }

    private func tryOnce() async -> Problem? {
        guard let sealed = unwritten else { return nil }
        do throws(VaultError) { try await replace(with: sealed) } catch {
            tryLater()
            return await problem(error, with: sealed)
        }
        guard unwritten == sealed else { return await tryOnce() }
        unwritten = nil
        return nil
    }

    private func replace(with sealed: [UInt8]) async throws(VaultError) {
        do throws(VaultError) { return try await replaceOnce(with: sealed) } catch {
            guard [.missing, .conflict, .exists].contains(error) else { throw error }
        }
        try await replaceOnce(with: sealed)
    }

    private func replaceOnce(with sealed: [UInt8]) async throws(VaultError) {
        if let attempt {
            do throws(VaultError) {
                if try await storage.load() == attempt { version = attempt.version }
            } catch .missing { version = nil }
        }
        let next = StoredBytes(version: StoredBytes.nextVersion(after: version), bytes: sealed)
        attempt = next
        try await storage.save(next, replacing: version)
        attempt = nil
        version = next.version
    }

    private func problem(_ error: VaultError, with sealed: [UInt8]) async -> Problem {
        switch error {
        case .limitExceeded: return .tooLarge
        case .conflict, .exists, .damaged:
            guard copied != sealed else { return .replaced }
            do throws(VaultError) {
                try await copy.remove()
                try await copy.save(StoredBytes(version: 1, bytes: sealed), replacing: nil)
            } catch { return .noSpace }
            copied = sealed
            return .replaced
        default: return .noSpace
        }
    }

    private func tryLater() {
        guard retrying == nil else { return }
        retrying = Task {
            try? await Task.sleep(for: Self.pause)
            retrying = nil
            onRetry?(await write())
        }
    }
}

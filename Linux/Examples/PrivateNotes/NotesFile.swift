// SPDX-License-Identifier: MIT
import InkLock

/// The file of the sealed notes. What could not be written stays in memory, sealed, and is tried again until it is
/// written, also while the app is locked.
@MainActor final class NotesFile {
    /// A closure that is called when a later attempt has written what is kept.
    var onWritten: (() -> Void)?
    /// The sealed notes that are not written yet.
    private(set) var unwritten: [UInt8]?
    private let storage: FileStorage
    private var version: UInt64?
    private var last: Task<Bool, Never>?
    private var retrying: Task<Void, Never>?
    private static let pause = Duration.seconds(10)

    init(path: String) { storage = FileStorage(path: path) }

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
    /// - Returns: A Boolean value that indicates whether everything is written.
    func save(_ sealed: [UInt8]) async -> Bool {
        unwritten = sealed
        return await write()
    }

    /// Writes what is kept, one attempt after the other.
    /// - Returns: A Boolean value that indicates whether everything is written.
    func write() async -> Bool {
        let task = Task { [last] in
            _ = await last?.value
            return await tryOnce()
        }
        last = task
        return await task.value
    }

    private func tryOnce() async -> Bool {
        guard let sealed = unwritten else { return true }
        let next = (version ?? 0) + 1
        do {
            try await storage.save(StoredBytes(version: next, bytes: sealed), replacing: version)
        } catch {
            tryLater()
            return false
        }
        version = next
        if unwritten == sealed { unwritten = nil }
        return unwritten == nil
    }

    private func tryLater() {
        guard retrying == nil else { return }
        retrying = Task {
            try? await Task.sleep(for: Self.pause)
            retrying = nil
            if await write() { onWritten?() }
        }
    }
}

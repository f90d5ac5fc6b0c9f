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
    }

    /// A closure that is called after each later attempt, with the reason why it failed; `nil` if all is written.
    var onRetry: ((Problem?) -> Void)?
    /// The sealed notes that are not written yet.
    private(set) var unwritten: [UInt8]?
    private let storage: FileStorage
    private var version: UInt64?
    private var last: Task<Problem?, Never>?
    private var retrying: Task<Void, Never>?
    private static let pause = Duration.seconds(10)
    /// The greatest size of the file. Signatures take most of it, some kilobytes each.
    private static let byteLimit = 256 << 20

    init(path: String) { storage = FileStorage(path: path, byteLimit: Self.byteLimit) }

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

    private func tryOnce() async -> Problem? {
        guard let sealed = unwritten else { return nil }
        let next = (version ?? 0) + 1
        do throws(VaultError) {
            try await storage.save(StoredBytes(version: next, bytes: sealed), replacing: version)
        } catch {
            tryLater()
            return error == .limitExceeded ? .tooLarge : .noSpace
        }
        version = next
        guard unwritten == sealed else { return await tryOnce() }
        unwritten = nil
        return nil
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

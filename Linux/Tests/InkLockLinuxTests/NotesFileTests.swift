// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import Synchronization
import Testing

@testable import private_notes

/// Tests of what Private Notes writes.
@MainActor @Suite struct NotesFileTests {
    private let folder = ServiceFolder()
    private var path: String { folder.path + "/notes" }

    @Test("Notes of more than 2 MiB are saved and read again, and more than 256 MiB are called too large")
    func large() async throws {
        let file = NotesFile(path: path)
        let notes = [UInt8](repeating: 7, count: 3 << 20)
        #expect(await file.save(notes) == nil)
        #expect(try await NotesFile(path: path).load() == notes)
        #expect(await file.save([UInt8](repeating: 7, count: 257 << 20)) == .tooLarge)
    }

    @Test("After a write whose outcome was unknown, the next one is written") func unknownOutcome() async throws {
        let storage = FailingStorage(FileStorage(path: path))
        let file = NotesFile(storage, copy: FileStorage(path: path + ".unsaved"))
        #expect(await file.save([1]) == nil)
        for isWritten in [true, false] {
            storage.failure = isWritten ? .after : .before
            #expect(await file.save([2]) == .noSpace)
            #expect(try await storage.load().bytes == (isWritten ? [2] : [3]))
            #expect(await file.save([3]) == nil)
            #expect(try await storage.load().bytes == [3])
        }
    }

    @Test("Notes whose file has the greatest version are written") func greatestVersion() async throws {
        let storage = FileStorage(path: path)
        try await storage.save(StoredBytes(version: .max, bytes: [1]), replacing: nil)
        let file = NotesFile(path: path)
        #expect(try await file.load() == [1])
        #expect(await file.save([2]) == nil)
        #expect(try await storage.load().bytes == [2])
    }

    @Test("A file that was removed is written again, and one that was replaced is left alone") func otherHands()
        async throws
    {
        let (storage, copy) = (FileStorage(path: path), FileStorage(path: path + ".unsaved"))
        let file = NotesFile(path: path)
        #expect(await file.save([1]) == nil)
        let earlier = try await storage.load()
        try await storage.remove()
        #expect(await file.save([2]) == nil)
        #expect(await file.save([3]) == nil)
        #expect(try await storage.load().bytes == [3])
        try await storage.remove()
        try await storage.save(earlier, replacing: nil)
        for notes: [UInt8] in [[4], [5]] {
            #expect(await file.save(notes) == .replaced)
            #expect(try await storage.load() == earlier)
            #expect(try await copy.load().bytes == notes)
        }
        #expect(file.unwritten == [5])
    }

    @Test("Notes are erased with their copy, and with what is not written yet") func erased() async throws {
        let (storage, copy) = (FailingStorage(FileStorage(path: path)), FileStorage(path: path + ".unsaved"))
        let file = NotesFile(storage, copy: copy)
        #expect(await file.save([1]) == nil)
        try await copy.save(StoredBytes(version: 1, bytes: [2]), replacing: nil)
        storage.failure = .before
        #expect(await file.save([3]) == .noSpace)
        try await file.erase()
        #expect(file.unwritten == nil)
        #expect(await file.write() == nil)
        #expect(try await file.load() == nil)
        await #expect(throws: VaultError.missing) { _ = try await copy.load() }
        #expect(await file.save([4]) == nil)
        #expect(try await storage.load().bytes == [4])
    }

    @Test("The name of a PDF fits into a folder, however long the title is in bytes") func longTitle() throws {
        let name = NotePDF.fileName(String(repeating: "क्षि", count: 60), in: folder.path)
        #expect(name.hasPrefix("क्षिक्षि") && name.hasSuffix("क्षि.pdf"))
        try Data().write(to: URL(filePath: "\(folder.path)/.\(name).part"))
        try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
        #expect(NotePDF.fileName(String(repeating: "क्षि", count: 60), in: folder.path).hasSuffix(" 2.pdf"))
    }

    @Test("A signature is written in base64, and one of an earlier version is read") func signatures() throws {
        var note = Note()
        note.signature = [0, 1, 250, 255]
        let json = try String(decoding: JSONEncoder().encode(note), as: UTF8.self)
        #expect(json.contains("\"signature\":\"AAH6"))
        #expect(try JSONDecoder().decode(Note.self, from: Data(json.utf8)) == note)
        let earlier = json.replacing(#/"signature":"[^"]*"/#, with: "\"signature\":[0,1,250,255]")
        #expect(earlier != json)
        #expect(try JSONDecoder().decode(Note.self, from: Data(earlier.utf8)) == note)
    }
}

/// Storage that fails once, before or after its change.
private final class FailingStorage: VersionedStorage {
    enum Failure { case before, after }

    private let storage: FileStorage
    private let next = Mutex<Failure?>(nil)
    var failure: Failure? {
        get { next.withLock { $0 } }
        set { next.withLock { $0 = newValue } }
    }

    init(_ storage: FileStorage) { self.storage = storage }

    func load() async throws(VaultError) -> StoredBytes { try await storage.load() }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        let failure = failure
        self.failure = nil
        if failure != .before { try await storage.save(new, replacing: old) }
        if failure != nil { throw .storage(.sync, code: EIO) }
    }

    func remove() async throws(VaultError) { try await storage.remove() }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import Testing

@testable import PrivateNotes

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

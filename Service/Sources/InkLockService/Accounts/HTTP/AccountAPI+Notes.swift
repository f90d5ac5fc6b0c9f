// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import Synchronization

/// The handlers for the notes of a signed-in user. The service sees only sealed notes.
extension AccountAPI {
    /// The maximum number of bytes of a request with a note: the largest note in base 64 and its JSON object.
    static let noteByteLimit = 1 << 20

    /// Answers with all notes. A single page is sent in one piece, which takes the fewest system calls. Of several
    /// pages, each is read when the previous one has been sent, so that an account's notes are never all in memory.
    func notes(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let first = try await noteReads.admit(session.device.text, reading: accounts.firstNotes(session))
        var bytes = ByteBuffer(string: #"{"notes":["#)
        Self.append(first.notes, to: &bytes)
        guard !first.isLast else {
            bytes.writeString("]}")
            return APIAnswer.response(json: bytes)
        }
        var response = APIAnswer.response(json: ByteBuffer())
        // Given away when it is sent, so that the first page does not stay in memory until the end.
        let beginning = Mutex<ByteBuffer?>(bytes)
        let position = first.position
        response.body = ResponseBody { [accounts] writer in
            if let bytes = beginning.withLock({ $0.take() }) { try await writer.write(bytes) }
            var (position, isLast) = (position, false)
            while !isLast {
                let page = try await accounts.notes(after: position, session)
                (position, isLast) = (page.position, page.isLast)
                var bytes = ByteBuffer()
                // A page that is not the last has notes.
                if !page.notes.isEmpty { bytes.writeString(",") }
                Self.append(page.notes, to: &bytes)
                if isLast { bytes.writeString("]}") }
                try await writer.write(bytes)
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// Appends notes with commas between them.
    private static func append(_ notes: [Note], to bytes: inout ByteBuffer) {
        for (index, note) in notes.enumerated() {
            if index > 0 { bytes.writeString(",") }
            bytes.writeString(AccountAnswer.json(note))
        }
    }

    func saveNote(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let message = try await call.read(AccountMessage.NewNote.self, byteLimit: Self.noteByteLimit)
        guard let id = NoteID(message.id), 0..<Int64.max ~= message.version else { throw APIError.malformed }
        let note = NewNote(id: id, replacing: message.version, sealed: message.sealed)
        return try APIAnswer.response(AccountAnswer.NoteVersion(version: try await accounts.save(note, session)))
    }

    func removeNote(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let message = try await call.read(AccountMessage.OldNote.self)
        guard let id = NoteID(message.id), 0...Int64.max ~= message.version else { throw APIError.malformed }
        try await accounts.removeNote(id, version: message.version, session)
        return try APIAnswer.response(AccountAnswer.Nothing())
    }
}

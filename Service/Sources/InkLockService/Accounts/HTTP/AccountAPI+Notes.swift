// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird

/// The handlers for the notes of a signed-in user. The service sees only sealed notes.
extension AccountAPI {
    /// The maximum number of bytes of a request with a note: the largest note in base 64 and its JSON object.
    static let noteByteLimit = 1 << 20

    /// Streams the notes in batches, so that an account's notes are never all in memory.
    func notes(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        var response = APIAnswer.response(json: [])
        response.body = ResponseBody { writer in
            var separator = "{\"notes\":["
            var position: NoteTable.Position?
            var isLast = false
            while !isLast {
                let page = try await accounts.notes(after: position, session)
                isLast = page.isLast
                position = page.notes.last.map { NoteTable.Position(changed: $0.changed, id: $0.id.bytes) }
                var bytes = ByteBuffer()
                for note in page.notes {
                    bytes.writeString(separator)
                    bytes.writeString(AccountAnswer.json(note))
                    separator = ","
                }
                if isLast { bytes.writeString(separator == "," ? "]}" : separator + "]}") }
                try await writer.write(bytes)
            }
            try await writer.finish(nil)
        }
        return response
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

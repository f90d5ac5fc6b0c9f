// SPDX-License-Identifier: MIT
import Foundation

/// A stored note, sealed under the account's ``NotesKey``.
struct Note: Hashable, Sendable {
    let id: NoteID
    /// The version, which starts at 1 and increases by 1 with every change.
    let version: Int64
    let sealed: Data
    /// The time of the last change by the service's clock, in milliseconds since 1970.
    let changed: Int64
}

/// A note to save.
struct NewNote: Hashable, Sendable {
    let id: NoteID
    /// The version that the note replaces, or 0 for a new note.
    let replacing: Int64
    let sealed: Data
}

/// The ID of a note: 16 bytes that the page chooses. It is not secret.
struct NoteID: Hashable, Sendable {
    let bytes: Data

    static let byteCount = 16

    /// - Returns: `nil` unless `bytes` has 16 bytes.
    init?(_ bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// - Returns: `nil` unless `text` is 32 lower-case hexadecimal digits.
    init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.bytes(text) else { return nil }
        self.bytes = bytes
    }

    /// The ID as 32 hexadecimal digits.
    var text: String { Hexadecimal.text(bytes) }
}

/// The limits of an account's notes.
struct NoteLimits: Hashable, Sendable {
    /// The maximum bytes of a sealed note.
    var noteBytes = 1 << 19
    var noteCount = 2000
    /// The maximum bytes of all sealed notes together.
    var accountBytes = 1 << 25
    /// The maximum bytes of all sealed notes together while the account is new: 2 MiB by default.
    var youngAccountBytes = 1 << 21
    /// The time for which an account is new: a day by default.
    var youngMilliseconds: Int64 = 86_400_000
}

/// The reason for not saving or removing a note.
package enum NoteError: Error, Hashable, Sendable {
    /// The note exists in another version, or does not exist.
    case conflict
    /// The note exceeds ``NoteLimits/noteBytes``.
    case tooLarge
    /// The notes exceed ``NoteLimits/noteCount`` or ``NoteLimits/accountBytes``.
    case noRoom
    /// The notes exceed ``NoteLimits/youngAccountBytes``.
    case noRoomInYoungAccount
}

// SPDX-License-Identifier: MIT
import Foundation

/// Something that a page keeps here, sealed under the account's ``NotesKey``.
struct Note: Hashable, Sendable {
    let id: NoteID
    /// Rises by 1 with every change, from 1 on.
    let version: Int64
    let sealed: Data
    /// When it was changed last: milliseconds since 1970 by the service's clock.
    let changed: Int64
}

/// A note to be kept.
struct NewNote: Hashable, Sendable {
    let id: NoteID
    /// The version that it takes the place of; 0 for a note that was not there.
    let replacing: Int64
    let sealed: Data
}

/// Which note of an account: 16 bytes that the page chose, no secret.
struct NoteID: Hashable, Sendable {
    let bytes: Data

    static let byteCount = 16

    /// - Returns: `nil` unless there are 16.
    init?(_ bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// - Returns: `nil` unless there are 32 hexadecimal digits, with small letters.
    init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.bytes(text) else { return nil }
        self.bytes = bytes
    }

    /// 32 hexadecimal digits.
    var text: String { Hexadecimal.text(bytes) }
}

/// How much of a page's an account keeps.
struct NoteLimits: Hashable, Sendable {
    /// The most bytes of a sealed note.
    var noteBytes = 1 << 19
    var noteCount = 2000
    /// The most bytes of all sealed notes together.
    var accountBytes = 1 << 25
    /// The most bytes of all sealed notes together while the account is new: 2 MiB by default.
    var youngAccountBytes = 1 << 21
    /// How long an account is new: a day by default.
    var youngMilliseconds: Int64 = 86_400_000
}

/// Why a note was not kept or removed.
package enum NoteRefusal: Error, Hashable, Sendable {
    /// It is there in another version, or not there.
    case conflict
    /// See ``NoteLimits/noteBytes``.
    case tooLarge
    /// See ``NoteLimits/noteCount`` and ``NoteLimits/accountBytes``.
    case noRoom
    /// See ``NoteLimits/youngAccountBytes``.
    case storageFull
}

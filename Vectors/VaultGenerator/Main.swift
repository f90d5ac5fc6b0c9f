// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// Prints the vault's vectors as JSON: vaults made from seeded random numbers, what is tried on them, and the answer.
@main enum Main {
    static func main() async throws {
        var vectors: [Vector] = []
        for vault in [try await SeededVault.plain(), try await SeededVault.full(), try await SeededVault.lockedOut()] {
            vectors += try await vault.vectors()
        }
        vectors += try await SeededVault.renewed().vectors()
        vectors += try await SeededVault.injured()
        vectors += try await SeededVault.putBack()
        for isSame in [false, true] { vectors += try await SeededVault.inner(isSame: isSame).vectors() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(vectors), as: UTF8.self))
    }
}

/// One thing tried on one vault. Bytes are hexadecimal.
struct Vector: Encodable {
    struct Stored: Encodable {
        var version: UInt64
        var bytes: String

        init(_ stored: StoredBytes) {
            version = stored.version
            bytes = stored.bytes.hex
        }
    }

    var name: String
    var deviceKey: String
    /// `nil` if it is gone.
    var record: Stored?
    var ledger: Stored?
    /// The ledger's, where it has one.
    var identity: String?
    /// The text of the monotonic counter, where there is one.
    var counter: String?
    /// The clocks: `uptime` and `wall` in milliseconds, `boot` as 16 bytes.
    var now: [String: String]
    /// The attempt: `passcode`, `recoveryCode`, or `slot` and `externalKey`; or `template`, which the picture's slot
    /// contains.
    var attempt: [String: String]
    /// `key`, with `previous` while a renewal is not finished; or `error` with `seconds` or `reason`.
    var answer: [String: String]
}

extension [UInt8] {
    var hex: String { map { String(format: "%02x", $0) }.joined() }
}

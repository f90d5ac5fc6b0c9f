// SPDX-License-Identifier: MIT
@_spi(Testing) import LockVault

extension HostileInput {
    /// Reads bytes as a vault's record, under the generation that they name. What is accepted writes the same bytes
    /// again.
    static func vaultRecord(_ bytes: [UInt8]) throws {
        try require(readsRecords, "a record that was just written is read")
        guard let record = record(bytes) else { return }
        let written = record.bytesBeforeCode()
        try require(!written.isEmpty && bytes.starts(with: written), "one record has one form")
        try require(record.externalKeys.count <= VaultRecord.externalKeyLimit)
        try require(record.externalKeys.allSatisfy { $0.metadata.count <= ExternalKeySlot.metadataLimit })
    }

    /// Reads bytes as the plaintext of a ledger, sealed as this device's own.
    static func ledgerEntry(_ bytes: [UInt8]) throws {
        try require(readsLedgers, "a ledger that was just written is read")
        guard let isSame = StoredFormExamples.ledgerReadsBack(bytes) else { return }
        try require(isSame, "what is read from a ledger is what is written")
    }

    /// Returns a Boolean value that indicates whether bytes are read as a vault's record.
    package static func isVaultRecord(_ bytes: [UInt8]) -> Bool { record(bytes) != nil }

    /// Returns a Boolean value that indicates whether bytes are read as the plaintext of a ledger.
    package static func isLedgerEntry(_ bytes: [UInt8]) -> Bool { StoredFormExamples.ledgerReadsBack(bytes) == true }

    private static func record(_ bytes: [UInt8]) -> VaultRecord? {
        try? VaultRecord(StoredBytes(version: generation(bytes), bytes: bytes))
    }

    // Rejected input breaks no promise, so a reader that is never reached would pass unnoticed.
    private static let readsLedgers = StoredFormExamples.ledgerReadsBack(StoredFormExamples.ledgerPlaintext()) == true
    private static let readsRecords = {
        let record = StoredFormExamples.record()
        return generation(record.bytes) == record.version && (try? VaultRecord(record)) != nil
    }()

    /// The number behind magic (4), version (1) and identifier (16): eight bytes, the least significant first.
    private static func generation(_ bytes: [UInt8]) -> UInt64 {
        bytes.dropFirst(21).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

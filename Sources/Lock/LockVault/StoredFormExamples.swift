// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// Test support that passes arbitrary plaintext to the readers of a vault's sealed forms.
///
/// Without the device key, no plaintext reaches these readers. The functions seal arbitrary bytes with a fixed key, so
/// that tests exercise the readers as an attacker with the key could.
@_spi(Testing) public enum StoredFormExamples {
    /// Returns the plaintext of a ledger with wrong guesses, a penalty and a replay guard; an empty array if it cannot
    /// be made.
    @_spi(Testing) public static func ledgerPlaintext() -> [UInt8] {
        guard let secrets, let vault, let wrong = FailureCount(sinceOpened: 3, sinceOwnerOpened: 7),
            let none = FailureCount(sinceOpened: 0, sinceOwnerOpened: 0)
        else { return [] }
        var random = SystemRandomNumberGenerator()
        let moment = ClockReading(
            uptimeMilliseconds: 7, boot: BootIdentity(high: 1, low: 2), wallMilliseconds: 1_700_000_000_000)
        let attempts = AttemptRecord(
            passcode: wrong, picture: none, total: wrong, unreported: none, lastFailure: 1_700_000_000_000,
            penalty: AttemptRecord.Penalty(milliseconds: 60_000, since: moment),
            lastWrong: AttemptDigest(high: 3, low: 4))
        var entry = LedgerEntry(vault: vault, generation: 3, attempt: AttemptID(number: 9), attempts: attempts)
        entry.replayGuard = [UInt8](repeating: 9, count: 40)
        let stored = entry.sealed(secrets, identity: [], version: 1, random: &random)
        let sealed = Array(stored.bytes.dropFirst(VaultID.byteCount))
        return Seal.open(sealed, under: secrets.ledgerKey(vault), context: LedgerEntry.context(vault, [], 1))
            .map { Array($0) } ?? []
    }

    /// Seals `plain` as a ledger's plaintext and reads it.
    /// - Returns: `nil` if the plaintext is refused; otherwise a Boolean value that indicates whether writing and
    ///   reading it again gives an equal value.
    @_spi(Testing) public static func ledgerReadsBack(_ plain: [UInt8]) -> Bool? {
        guard let secrets, let vault else { return false }
        var random = SystemRandomNumberGenerator()
        let sealed = Seal.seal(
            plain, under: secrets.ledgerKey(vault), context: LedgerEntry.context(vault, [], 1), random: &random)
        let stored = StoredBytes(version: 1, bytes: vault.bytes + sealed)
        guard let entry = LedgerEntry(stored, secrets, identity: []) else { return nil }
        return LedgerEntry(entry.sealed(secrets, identity: [], version: 1, random: &random), secrets, identity: [])
            == entry
    }

    /// Returns a record with a passcode, a picture and a passkey's slot, filled with random bytes. Its generation takes
    /// several bytes.
    @_spi(Testing) public static func record() -> StoredBytes {
        guard let secrets else { return StoredBytes(version: 1, bytes: []) }
        var random = SystemRandomNumberGenerator()
        var record = VaultRecord(id: VaultID(random: &random), cost: .standard, random: &random)
        record.generation = 1 << 40
        record.deviceKeyName = secrets.name(in: record.id)
        record.passcodeKind = .sixDigits
        record.picture = PictureSlot(sealed: random.bytes(100))
        record.externalKeys = [
            ExternalKeySlot(
                id: SlotID(random: &random), metadata: [1, 2, 3], sealed: random.bytes(WrappedKey.sealedByteCount))
        ]
        return record.encoded(secrets)
    }

    private static let vault = VaultID([UInt8](repeating: 5, count: VaultID.byteCount))

    fileprivate static var secrets: DeviceSecrets? {
        try? DeviceSecrets(SecretBytes([UInt8](repeating: 7, count: 32)))
    }
}

extension VaultRecord {
    /// Returns the bytes of the stored record without the code at their end, which only a device key can make.
    @_spi(Testing) public func bytesBeforeCode() -> [UInt8] {
        guard let secrets = StoredFormExamples.secrets else { return [] }
        return encoded(secrets).bytes.dropLast(Self.codeLength)
    }
}

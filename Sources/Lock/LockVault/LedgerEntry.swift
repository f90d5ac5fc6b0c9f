// SPDX-License-Identifier: MIT
import Crypto
import InkBytes
import LockFlow

/// The contents of a ledger: the attempt record and its vault, sealed under a key of the device and the vault.
///
/// The stored form is the vault's identifier in plaintext, so that the key can be derived even if the vault's record is
/// gone, followed by the sealed entry.
struct LedgerEntry: Hashable, Sendable {
    var vault: VaultID
    /// The highest generation of the vault that was seen. A vault with a lower generation is an older copy.
    var generation: UInt64
    /// The attempt that was counted last, and the one before it. The record is updated after the attempt is counted;
    /// until then it names the earlier one.
    var attempt: AttemptID
    var earlierAttempt: AttemptID
    /// The value to which the last attempt raises the monotonic counter; 0 without a counter.
    var counter: UInt64 = 0
    var attempts: AttemptRecord
    /// The encoded replay protection for drawings; see PicturePassword's `ReplayGuard`. Empty if there is none yet.
    var replayGuard: [UInt8] = []
    /// The key of the digests in the replay guard, if they were made under an earlier device key; `nil` for the key
    /// that comes from the current device key.
    var replayKey: [UInt8]?

    private static let replayKeyByteCount = 16
    private static let version: UInt8 = 1
    private static let replayGuardLimit = 1 << 16
    /// Plaintexts are padded to multiples of this number of bytes, so that the length reveals nothing.
    private static let granularity = 256

    func sealed(
        _ secrets: DeviceSecrets, identity: [UInt8], version: UInt64, random: inout some RandomNumberGenerator
    ) -> StoredBytes {
        var writer = ByteWriter()
        writer.byte(Self.version)
        writer.varint(generation)
        writer.number(attempt.number)
        writer.number(earlierAttempt.number)
        writer.varint(counter)
        writer.attempts(attempts)
        writer.counted(replayGuard)
        if let replayKey { writer.counted(replayKey) }
        let padding = Self.granularity - writer.bytes.count % Self.granularity
        writer.append([UInt8](repeating: 0, count: padding))
        let bytes = Seal.seal(
            writer.bytes, under: secrets.ledgerKey(vault), context: Self.context(vault, identity, version),
            random: &random)
        return StoredBytes(version: version, bytes: vault.bytes + bytes)
    }

    /// Opens a stored entry.
    /// - Returns: `nil` unless the entry was sealed with this device's key, for this ledger and this version.
    init?(_ stored: StoredBytes, _ secrets: DeviceSecrets, identity: [UInt8]) {
        guard stored.bytes.count <= 2 * Self.replayGuardLimit,
            let vault = VaultID(stored.bytes.prefix(VaultID.byteCount)),
            let plain = Seal.open(
                Array(stored.bytes.dropFirst(VaultID.byteCount)), under: secrets.ledgerKey(vault),
                context: Self.context(vault, identity, stored.version))
        else { return nil }
        self.vault = vault
        var reader = ByteReader<RecordDecodingError>([UInt8](plain))
        do throws(RecordDecodingError) {
            guard try reader.byte() == Self.version else { return nil }
            generation = try reader.varint()
            attempt = AttemptID(number: try reader.number(in: 0...UInt64.max))
            earlierAttempt = AttemptID(number: try reader.number(in: 0...UInt64.max))
            counter = try reader.varint()
            attempts = try reader.attempts()
            replayGuard = try reader.counted(limit: Self.replayGuardLimit)
            // Without a key, the padding's first zero is the count.
            let key = try reader.counted(limit: Self.replayKeyByteCount)
            guard key.isEmpty || key.count == Self.replayKeyByteCount else { return nil }
            replayKey = key.isEmpty ? nil : key
        } catch {
            return nil
        }
    }

    init(
        vault: VaultID, generation: UInt64, attempt: AttemptID, counter: UInt64 = 0,
        attempts: AttemptRecord = AttemptRecord()
    ) {
        self.vault = vault
        self.generation = generation
        self.attempt = attempt
        earlierAttempt = attempt
        self.counter = counter
        self.attempts = attempts
    }

    /// Prepares an entry for another device key: keeps the key of its digests, which cannot be made again.
    mutating func move(from secrets: DeviceSecrets) {
        guard replayKey == nil, !replayGuard.isEmpty else { return }
        replayKey = Array(secrets.replayKey(vault).prefix(Self.replayKeyByteCount))
    }

    /// Returns the data that is authenticated with an entry, so that it is valid for one vault, one ledger and one
    /// version only.
    static func context(_ vault: VaultID, _ identity: [UInt8], _ version: UInt64) -> [UInt8] {
        Array("InkLock ledger ".utf8) + withUnsafeBytes(of: version.littleEndian) { Array($0) } + vault.bytes + identity
    }
}

extension ByteWriter {
    fileprivate mutating func attempts(_ record: AttemptRecord) {
        for count in [record.passcode, record.picture, record.total, record.unreported] {
            varint(UInt64(count.sinceOpened))
            varint(UInt64(count.sinceOwnerOpened))
        }
        varint(UInt64(record.openings))
        byte(record.isWiped ? 1 : 0)
        byte(record.lastFailure == nil ? 0 : 1)
        if let time = record.lastFailure { zigzag(time) }
        byte(record.penalty == nil ? 0 : 1)
        if let penalty = record.penalty {
            zigzag(penalty.milliseconds)
            zigzag(penalty.since.uptimeMilliseconds)
            zigzag(penalty.since.wallMilliseconds)
            varint(penalty.since.boot.high)
            varint(penalty.since.boot.low)
        }
        byte(record.lastWrong == nil ? 0 : 1)
        if let digest = record.lastWrong {
            varint(digest.high)
            varint(digest.low)
        }
    }
}

extension ByteReader where Failure == RecordDecodingError {
    fileprivate mutating func attempts() throws(RecordDecodingError) -> AttemptRecord {
        let passcode = try count()
        let picture = try count()
        let total = try count()
        let unreported = try count()
        let openings = UInt32(try varint(in: 0...UInt64(UInt32.max)))
        let isWiped = try flag()
        let lastFailure = try flag() ? try zigzag() : nil
        var penalty: AttemptRecord.Penalty?
        if try flag() {
            let milliseconds = try zigzag()
            let uptime = try zigzag()
            let wall = try zigzag()
            let boot = BootIdentity(high: try varint(), low: try varint())
            penalty = AttemptRecord.Penalty(
                milliseconds: milliseconds,
                since: ClockReading(uptimeMilliseconds: uptime, boot: boot, wallMilliseconds: wall))
        }
        let lastWrong = try flag() ? AttemptDigest(high: try varint(), low: try varint()) : nil
        return AttemptRecord(
            passcode: passcode, picture: picture, total: total, unreported: unreported, lastFailure: lastFailure,
            penalty: penalty, lastWrong: lastWrong, openings: openings, isWiped: isWiped)
    }

    private mutating func flag() throws(RecordDecodingError) -> Bool { try varint(in: 0...1) == 1 }

    private mutating func count() throws(RecordDecodingError) -> FailureCount {
        let range = 0...UInt64(UInt32.max)
        let shown = UInt32(try varint(in: range))
        guard let count = FailureCount(sinceOpened: shown, sinceOwnerOpened: UInt32(try varint(in: range))) else {
            throw .invalid(offset: offset)
        }
        return count
    }
}

/// The identifier of a counted attempt: a random number that ledger and record share, and that no other attempt has.
struct AttemptID: Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    init(random: inout some RandomNumberGenerator) { number = random.next() }
}

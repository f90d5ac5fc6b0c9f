// SPDX-License-Identifier: MIT
import Crypto
import InkBytes
import LockFlow

/// What a ledger holds: the record of attempts and which vault it is about, sealed under the device's key.
struct LedgerEntry: Hashable, Sendable {
    var vault: VaultID
    /// The highest generation of the vault that was seen: a vault with a lower one is an older copy.
    var generation: UInt64
    var attempts: AttemptRecord
    /// What keeps drawings from being tried twice; see PicturePassword's `ReplayGuard`.
    var replayGuard: [UInt8] = []

    private static let version: UInt8 = 1
    private static let replayGuardLimit = 1 << 16
    /// Plaintexts are filled up to multiples of so many bytes, so that the length tells nothing.
    private static let granularity = 256

    func sealed(
        _ secrets: DeviceSecrets, version: UInt64, random: inout some RandomNumberGenerator
    ) -> StoredBytes {
        var writer = ByteWriter()
        writer.byte(Self.version)
        writer.append(vault.bytes)
        writer.varint(generation)
        writer.attempts(attempts)
        writer.counted(replayGuard)
        let padding = Self.granularity - writer.bytes.count % Self.granularity
        writer.append([UInt8](repeating: 0, count: padding))
        let bytes = Seal.seal(
            writer.bytes, under: secrets.ledgerKey, context: Self.context(version), random: &random)
        return StoredBytes(version: version, bytes: bytes)
    }

    /// - Returns: `nil` for anything but what this device's key sealed under this version.
    init?(_ stored: StoredBytes, _ secrets: DeviceSecrets) {
        guard stored.bytes.count <= 2 * Self.replayGuardLimit,
            let plain = Seal.open(stored.bytes, under: secrets.ledgerKey, context: Self.context(stored.version))
        else { return nil }
        var reader = ByteReader<RecordFault>([UInt8](plain))
        do throws(RecordFault) {
            guard try reader.byte() == Self.version, let vault = VaultID(try reader.bytes(VaultID.byteCount)) else {
                return nil
            }
            self.vault = vault
            generation = try reader.varint()
            attempts = try reader.attempts()
            replayGuard = try reader.counted(limit: Self.replayGuardLimit)
        } catch {
            return nil
        }
    }

    init(vault: VaultID, generation: UInt64, attempts: AttemptRecord) {
        self.vault = vault
        self.generation = generation
        self.attempts = attempts
    }

    private static func context(_ version: UInt64) -> [UInt8] { Array("InkLock ledger \(version)".utf8) }
}

extension ByteWriter {
    fileprivate mutating func attempts(_ record: AttemptRecord) {
        for count in [record.passcode, record.picture] {
            varint(UInt64(count.sinceOpened))
            varint(UInt64(count.sinceOwner))
        }
        varint(UInt64(record.openings))
        byte(record.isWiped ? 1 : 0)
        byte(record.penalty == nil ? 0 : 1)
        if let penalty = record.penalty {
            zigzag(penalty.milliseconds)
            zigzag(penalty.since.uptimeMilliseconds)
            zigzag(penalty.since.wallMilliseconds)
            varint(penalty.since.boot.high)
            varint(penalty.since.boot.low)
        }
        byte(record.lastWrong == nil ? 0 : 1)
        if let mark = record.lastWrong {
            varint(mark.high)
            varint(mark.low)
        }
    }
}

extension ByteReader where Failure == RecordFault {
    fileprivate mutating func attempts() throws(RecordFault) -> AttemptRecord {
        let passcode = try count()
        let picture = try count()
        let openings = UInt32(try varint(in: 0...UInt64(UInt32.max)))
        let isWiped = try flag()
        var penalty: AttemptRecord.Penalty?
        if try flag() {
            let milliseconds = try zigzag()
            let uptime = try zigzag()
            let wall = try zigzag()
            let boot = BootIdentity(high: try varint(), low: try varint())
            penalty = AttemptRecord.Penalty(
                milliseconds: milliseconds,
                since: Moment(uptimeMilliseconds: uptime, boot: boot, wallMilliseconds: wall))
        }
        let lastWrong = try flag() ? GuessMark(high: try varint(), low: try varint()) : nil
        return AttemptRecord(
            passcode: passcode, picture: picture, penalty: penalty, lastWrong: lastWrong, openings: openings,
            isWiped: isWiped)
    }

    private mutating func flag() throws(RecordFault) -> Bool { try varint(in: 0...1) == 1 }

    private mutating func count() throws(RecordFault) -> FailureCount {
        let range = 0...UInt64(UInt32.max)
        let shown = UInt32(try varint(in: range))
        guard let count = FailureCount(sinceOpened: shown, sinceOwner: UInt32(try varint(in: range))) else {
            throw .invalid(offset: offset)
        }
        return count
    }
}

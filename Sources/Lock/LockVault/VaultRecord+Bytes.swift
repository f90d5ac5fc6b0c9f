// SPDX-License-Identifier: MIT
import Crypto
import InkBytes
import LockFlow
import Passcode

extension VaultRecord {
    static let magic = Array("INKV".utf8)
    static let version: UInt8 = 1
    /// The maximum number of bytes of a record. Larger records are rejected before parsing.
    static let byteLimit = 1 << 20
    static let codeLength = 32

    /// The number of bytes at the beginning of a record that identify its vault and its device key.
    public static let headByteCount = 54
    private static let keyNameOffset = 46
    private static let idOffset = 5

    /// Returns the vault and the name of the device key that the beginning of a record contains, which is not
    /// authenticated; `nil` if it is not a record's.
    static func head(_ start: some Collection<UInt8>) -> (vault: VaultID, keyName: [UInt8])? {
        let bytes = Array(start.prefix(headByteCount))
        guard bytes.count == headByteCount, bytes.starts(with: magic + [version]),
            let vault = VaultID(bytes[idOffset..<idOffset + VaultID.byteCount])
        else { return nil }
        return (vault, Array(bytes[keyNameOffset...]))
    }

    /// Returns a Boolean value that indicates whether two records have the same vault and the same device key.
    public static func haveSameKey(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard let (vault, name) = head(one), let (otherVault, otherName) = head(other) else { return false }
        return vault == otherVault && name == otherName
    }

    /// Returns the record's only byte form, which ends in a MAC that requires the device key.
    func encoded(_ secrets: DeviceSecrets) -> StoredBytes {
        var writer = ByteWriter()
        writer.append(Self.magic + [Self.version])
        writer.append(id.bytes)
        // All three have a fixed length, so that the length does not reveal their size.
        writer.number(generation)
        writer.number(ledgerFloor)
        writer.number(lastAttempt.number)
        writer.byte(isBeingCreated ? 0 : 1)
        writer.append(deviceKeyName)
        writer.append(keyEpoch.bytes)
        writer.byte(passcodeKind?.rawValue ?? 0)
        for cell in cells { cell.write(to: &writer) }
        writer.optional(picture)
        writer.optional(recovery)
        writer.optional(previous)
        writer.varint(UInt64(externalKeys.count))
        for slot in externalKeys { slot.write(to: &writer) }
        writer.append(Self.code(writer.bytes, secrets.recordKey(id)))
        return StoredBytes(version: generation, bytes: writer.bytes)
    }

    private static func code(_ bytes: [UInt8], _ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// Returns a Boolean value that indicates whether the bytes were written with this device key.
    static func isAuthentic(_ stored: StoredBytes, of vault: VaultID, _ secrets: DeviceSecrets) -> Bool {
        guard stored.bytes.count > codeLength else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            stored.bytes.suffix(codeLength), authenticating: stored.bytes.dropLast(codeLength),
            using: secrets.recordKey(vault))
    }

    /// Parses untrusted bytes, as far as possible without the device key.
    ///
    /// The result encodes to the same bytes again, except for the MAC at the end.
    /// - Throws: ``VaultError/damaged`` for bytes that are not a record, ``VaultError/unsupportedVersion(_:)``.
    public init(_ stored: StoredBytes) throws(VaultError) {
        do throws(RecordDecodingError) {
            try self.init(decoding: stored)
        } catch {
            if case .unsupportedVersion(let version) = error { throw .unsupportedVersion(version) }
            throw .damaged
        }
    }

    private init(decoding stored: StoredBytes) throws(RecordDecodingError) {
        guard stored.bytes.count <= Self.byteLimit else { throw .invalid(offset: 0) }
        var reader = ByteReader<RecordDecodingError>(stored.bytes)
        guard reader.skip(Self.magic) else { throw .invalid(offset: 0) }
        let version = try reader.byte()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        guard let id = VaultID(try reader.bytes(VaultID.byteCount)) else { throw .invalid(offset: reader.offset) }
        self.id = id
        generation = try reader.number(in: 1...UInt64(Int64.max))
        guard generation == stored.version else { throw .invalid(offset: reader.offset) }
        ledgerFloor = try reader.number(in: 0...UInt64(Int64.max))
        lastAttempt = AttemptID(number: try reader.number(in: 0...UInt64.max))
        isBeingCreated = try reader.varint(in: 0...1) == 0
        deviceKeyName = try reader.bytes(8)
        keyEpoch = KeyEpoch(bytes: try reader.bytes(KeyEpoch.byteCount))
        let kind = try reader.byte()
        passcodeKind = PasscodeKind(rawValue: kind)
        guard kind == 0 || passcodeKind != nil else { throw .invalid(offset: reader.offset) }
        cells = []
        for cell in PasscodeSlot.Cell.allCases { cells.append(try PasscodeSlot(cell, from: &reader)) }
        picture = try PictureSlot(from: &reader)
        recovery = try RecoverySlot(from: &reader)
        previous = try PreviousKeySlot(from: &reader)
        externalKeys = []
        for _ in 0..<(try reader.varint(in: 0...UInt64(Self.externalKeyLimit))) {
            let slot = try ExternalKeySlot(from: &reader)
            guard !externalKeys.contains(where: { $0.id == slot.id }) else { throw .invalid(offset: reader.offset) }
            externalKeys.append(slot)
        }
        _ = try reader.bytes(Self.codeLength)
        try reader.end()
    }
}

/// The reason why bytes are not a record. It is internal; the public error does not contain it.
enum RecordDecodingError: ByteDecodingError {
    case unsupportedVersion(UInt8)
    case truncated(offset: Int)
    case invalid(offset: Int)
    case trailingBytes(offset: Int)
}

extension ByteWriter {
    /// Writes eight bytes, the least significant first.
    mutating func number(_ number: UInt64) { append(withUnsafeBytes(of: number.littleEndian) { Array($0) }) }

    /// Writes the number of bytes, and the bytes.
    mutating func counted(_ bytes: [UInt8]) {
        varint(UInt64(bytes.count))
        append(bytes)
    }
}

extension ByteReader {
    mutating func counted(limit: Int) throws(Failure) -> [UInt8] {
        try bytes(Int(try varint(in: 0...UInt64(limit))))
    }

    mutating func number(in range: ClosedRange<UInt64>) throws(Failure) -> UInt64 {
        let offset = offset
        let number = try bytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard range.contains(number) else { throw .invalid(offset: offset) }
        return number
    }
}

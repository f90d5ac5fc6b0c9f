// SPDX-License-Identifier: MIT
import Crypto
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import LockVault

@Suite struct HostileRecordTests {
    private let secrets: DeviceSecrets

    init() throws { secrets = try DeviceSecrets(SecretBytes([UInt8](repeating: 7, count: 32))) }

    private func record(_ random: inout SplitMix64) -> VaultRecord {
        var record = VaultRecord(id: VaultID(random: &random), cost: .quick, random: &random)
        record.deviceKeyName = secrets.name(in: record.id)
        record.generation = UInt64.random(in: 1...1 << 40, using: &random)
        record.ledgerFloor = UInt64.random(in: 0...1 << 40, using: &random)
        record.passcodeKind = [nil, .fourDigits, .alphanumeric].randomElement(using: &random)!
        if Bool.random(using: &random) {
            record.picture = PictureSlot(sealed: random.bytes(Int.random(in: 62...300, using: &random)))
        }
        let count = WrappedKey.sealedByteCount
        if Bool.random(using: &random) { record.recovery = RecoverySlot(sealed: random.bytes(count)) }
        if Bool.random(using: &random) { record.previous = PreviousKeySlot(sealed: random.bytes(count)) }
        record.isBeingCreated = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            record.externalKeys.append(
                ExternalKeySlot(
                    id: SlotID(random: &random), metadata: random.bytes(Int.random(in: 0...40, using: &random)),
                    sealed: random.bytes(WrappedKey.sealedByteCount)))
        }
        return record
    }

    @Test("Records are read back as they were written", arguments: 1...30 as ClosedRange<UInt64>)
    func recordsReadBackAsTheyWereWritten(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let record = record(&random)
        let stored = record.encoded(secrets)
        #expect(try VaultRecord(stored) == record)
        #expect(VaultRecord.isAuthentic(stored, of: record.id, secrets))
    }

    /// Whatever is read encodes to the same bytes again, and only the device's key makes it authentic.
    @Test("Mutated records are rejected, or canonical and not authentic", arguments: 1...40 as ClosedRange<UInt64>)
    func mutatedRecordsAreRefusedOrReadOneWay(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let whole = record(&random).encoded(secrets)
        let other = record(&random).encoded(secrets)
        for _ in 0..<250 {
            let bytes = mutated(whole.bytes, splicing: other.bytes, &random)
            let stored = StoredBytes(version: whole.version, bytes: bytes)
            guard let record = try? VaultRecord(stored) else { continue }
            let code = VaultRecord.codeLength
            #expect(record.encoded(secrets).bytes.dropLast(code) == bytes.dropLast(code))
            #expect(bytes == whole.bytes || !VaultRecord.isAuthentic(stored, of: record.id, secrets))
        }
    }

    @Test("Records of the wrong length, number or version are rejected")
    func promisesThatTheBytesDoNotKeepAreRefused() throws {
        var random = SplitMix64(seed: 3)
        let whole = record(&random).encoded(secrets)
        for length in 0..<whole.bytes.count {
            let cut = StoredBytes(version: whole.version, bytes: Array(whole.bytes[..<length]))
            #expect(throws: VaultError.damaged) { try VaultRecord(cut) }
        }
        let longer = StoredBytes(version: whole.version, bytes: whole.bytes + [0])
        #expect(throws: VaultError.damaged) { try VaultRecord(longer) }
        let renumbered = StoredBytes(version: whole.version + 1, bytes: whole.bytes)
        #expect(throws: VaultError.damaged) { try VaultRecord(renumbered) }
        let giant = StoredBytes(version: 1, bytes: [UInt8](repeating: 0, count: 2 << 20))
        #expect(throws: VaultError.damaged) { try VaultRecord(giant) }
        var later = whole
        later.bytes[4] = 2
        #expect(throws: VaultError.unsupportedVersion(2)) { try VaultRecord(later) }
    }

    @Test("Only unchanged ledgers of the right identity are read", arguments: 1...20 as ClosedRange<UInt64>)
    func ledgersReadBackAsTheyWereWrittenAndNeverOtherwise(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let attempts = AttemptRecord(
            passcode: FailureCount(sinceOpened: 3, sinceOwnerOpened: .random(in: 3...9, using: &random))!,
            picture: FailureCount(sinceOpened: 1, sinceOwnerOpened: 2)!,
            total: FailureCount(sinceOpened: 3, sinceOwnerOpened: .random(in: 3...900, using: &random))!,
            unreported: FailureCount(sinceOpened: 0, sinceOwnerOpened: .random(in: 0 ... .max, using: &random))!,
            lastFailure: Bool.random(using: &random) ? .random(in: Int64.min ... .max, using: &random) : nil,
            penalty: Bool.random(using: &random)
                ? AttemptRecord.Penalty(
                    milliseconds: 60_000,
                    since: ClockReading(
                        uptimeMilliseconds: .random(in: Int64.min ... .max, using: &random),
                        boot: BootIdentity(high: random.next(), low: random.next()),
                        wallMilliseconds: .random(in: Int64.min ... .max, using: &random))) : nil,
            lastWrong: Bool.random(using: &random) ? AttemptDigest(high: random.next(), low: random.next()) : nil,
            openings: .random(in: 0 ... .max, using: &random), isWiped: Bool.random(using: &random))
        var entry = LedgerEntry(
            vault: VaultID(random: &random), generation: random.next(), attempt: AttemptID(random: &random),
            attempts: attempts)
        entry.earlierAttempt = AttemptID(random: &random)
        entry.replayGuard = random.bytes(Int.random(in: 0...600, using: &random))
        let stored = entry.sealed(secrets, identity: [4], version: 9, random: &random)
        #expect(LedgerEntry(stored, secrets, identity: [4]) == entry)
        #expect(LedgerEntry(stored, secrets, identity: []) == nil)
        #expect(LedgerEntry(stored, secrets, identity: [5]) == nil)
        for _ in 0..<100 {
            let bytes = mutated(stored.bytes, splicing: stored.bytes, &random)
            #expect(
                bytes == stored.bytes
                    || LedgerEntry(StoredBytes(version: 9, bytes: bytes), secrets, identity: [4]) == nil)
        }
    }

    /// An unused cell looks like a used one: every byte takes every value about as often.
    @Test("Sealed cells look like random bytes") func sealedCellsLookLikeRandomBytes() throws {
        var random = SplitMix64(seed: 11)
        let key = WrappedKey(role: .owner, key: SymmetricKey(data: [UInt8](repeating: 0, count: 32)))
        var counts = [Int](repeating: 0, count: 256)
        let rounds = 4_000
        for _ in 0..<rounds {
            let under = SymmetricKey(data: random.bytes(32))
            for byte in key.sealed(under: under, context: [], random: &random) { counts[Int(byte)] += 1 }
        }
        let expected = Double(rounds * WrappedKey.sealedByteCount) / 256
        let chiSquared = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        // 255 degrees of freedom: beyond 350 once in 25,000 times; the seed is fixed.
        #expect(chiSquared < 350)
    }

    /// No description, however it is asked for, shows what it must not.
    @Test("No description contains a secret") func nothingSecretIsEverDescribed() async throws {
        let bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "8317".secret, kind: .fourDigits)
        let code = try #require(new.recoveryCode)
        let secrets = [
            "8317", String(code.text.prefix(9)), code.secret.withBytes { "\(Array($0))" }, "\(new.key.bytes!)",
            new.key.bytes!.map { String($0, radix: 16) }.joined(),
        ]
        let input = try PasscodeInput("8317".secret)
        let error = try #require(await bench.vault().refusal("0000"))
        for value in [new.key, code, new, error, input, bench.vault(), bench.deviceKey] as [Any] {
            var texts = ["\(value)", String(reflecting: value)]
            var dumped = ""
            dump(value, to: &dumped)
            texts.append(dumped)
            for text in texts {
                for secret in secrets { #expect(!text.contains(secret)) }
            }
        }
    }
}

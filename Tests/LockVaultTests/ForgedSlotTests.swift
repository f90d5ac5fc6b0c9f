// SPDX-License-Identifier: MIT
import Crypto
import InkGeometry
import InkTestSupport
import LockFlow
import Passcode
import PicturePassword
import Testing

@testable import LockVault

/// Tests forged slots of an attacker who can authenticate a record as a whole. Nonces, ciphertexts, tags and slots are
/// changed, swapped, cut and moved. None of them opens.
@Suite struct ForgedSlotTests {
    private enum Method: CaseIterable {
        case passcode, recovery, firstOwner, secondOwner, picture
    }

    /// A vault that everything opens.
    private struct Enrolled {
        var bench = VaultFixture()
        let record: VaultRecord
        let code: RecoveryCode
        let keys: [SymmetricKey]
        let owners: [SlotID]
        let ledger: StoredBytes

        init(seed: UInt64) async throws {
            bench = VaultFixture(seed: seed)
            let new = try await bench.vault().create(passcode: "8317".secret, kind: .fourDigits)
            code = try #require(new.recoveryCode)
            let keys = [1, 2].map { SymmetricKey(data: [UInt8](repeating: $0, count: 32)) }
            var owners: [SlotID] = []
            for key in keys {
                owners.append(try await bench.vault().addExternalKey(key, metadata: [7, 7], with: new.key))
            }
            try await bench.vault().setPicturePassword(ForgedSlotTests.template, with: new.key)
            (self.keys, self.owners) = (keys, owners)
            record = try VaultRecord(try await bench.store.load())
            ledger = try await bench.ledger.load()
        }

        static var secrets: DeviceSecrets {
            get throws { try DeviceSecrets(SecretBytes([UInt8](repeating: 7, count: 32))) }
        }

        /// Returns a Boolean value that indicates whether a method opens the vault that `record` describes, after it
        /// was authenticated with the device key.
        func opens(_ record: VaultRecord, by method: Method) async throws -> Bool {
            var bench = bench
            bench.store = InMemoryStorage(record.encoded(try Self.secrets))
            bench.ledger = InMemoryStorage(ledger)
            return await opens(bench, by: method)
        }

        func opens(_ bench: VaultFixture, by method: Method) async -> Bool {
            let vault = bench.vault()
            let error = await thrown { () throws(VaultError) in
                switch method {
                case .passcode: try await vault.unlock(passcode: "8317".secret)
                case .recovery: try await vault.unlock(recoveryCode: code.text)
                case .firstOwner: try await vault.unlock(slot: owners[0], externalKey: keys[0])
                case .secondOwner: try await vault.unlock(slot: owners[1], externalKey: keys[1])
                case .picture:
                    try await vault.unlock(
                        gesture: ForgedSlotTests.drawing(shift: 3), on: [5], verifier: RasterVerifier())
                }
            }
            return error == nil
        }
    }

    private static func drawing(shift: Double) -> PictureGesture {
        let points = (0..<40).map { i in
            let x = 40 + Double(i) * 5 + shift
            return GesturePoint(InkPoint(x: x, y: 60 + Double(i % 9) * 3), time: Double(i) / 60)
        }
        return PictureGesture([GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])])
    }

    private static var template: GestureTemplate {
        GestureTemplate(pictureDigest: [5], samples: [0, 1, 2].map { drawing(shift: $0) })!
    }

    private static let nonce = 0..<12
    private static let tagByteCount = 16

    @Test("Every unlock method opens the unchanged record") func everyMethodOpensTheRecordAsItIs() async throws {
        let vault = try await Enrolled(seed: 1)
        for method in Method.allCases { #expect(try await vault.opens(vault.record, by: method), "\(method)") }
    }

    /// A changed bit of nonce, ciphertext or tag closes its slot and no other.
    @Test("A changed bit disables its own key slot only") func noChangedBitOpens() async throws {
        let vault = try await Enrolled(seed: 2)
        let slots: [(Method, WritableKeyPath<VaultRecord, [UInt8]>)] = [
            (.passcode, \.cells[0].sealed), (.recovery, \.recovery!.sealed), (.picture, \.picture!.sealed),
        ]
        for (method, slot) in slots {
            let count = vault.record[keyPath: slot].count
            for index in [0, 11, 12, 13, 44, count - Self.tagByteCount, count - 1] {
                for bit in [0, 7] {
                    var record = vault.record
                    record[keyPath: slot][index] ^= 1 << UInt8(bit)
                    #expect(try await !vault.opens(record, by: method), "\(method), byte \(index), bit \(bit)")
                }
            }
            var record = vault.record
            record[keyPath: slot][count - 1] ^= 1
            for other in Method.allCases where other != method {
                #expect(try await vault.opens(record, by: other), "\(other) beside \(method)")
            }
        }
    }

    @Test("Parts copied from another key slot do not unlock") func noPartOfAnotherSlotOpens() async throws {
        let vault = try await Enrolled(seed: 3)
        let whole = vault.record
        func swapped(_ a: [UInt8], _ b: [UInt8], _ range: Range<Int>) -> [UInt8] {
            Array(a[..<range.lowerBound]) + b[range] + a[range.upperBound...]
        }
        let count = WrappedKey.sealedByteCount
        for range in [Self.nonce, 12..<count - 16, count - 16..<count, 12..<count, 0..<count] {
            var record = whole
            record.cells[0].sealed = swapped(whole.cells[0].sealed, whole.cells[1].sealed, range)
            record.recovery!.sealed = swapped(whole.recovery!.sealed, whole.cells[0].sealed, range)
            for (i, other) in [(0, 1), (1, 0)] {
                let slot = whole.externalKeys[i]
                record.externalKeys[i] = ExternalKeySlot(
                    id: slot.id, metadata: slot.metadata,
                    sealed: swapped(slot.sealed, whole.externalKeys[other].sealed, range))
            }
            for method in [.passcode, .recovery, .firstOwner, .secondOwner] as [Method] {
                #expect(try await !vault.opens(record, by: method), "\(method), bytes \(range)")
            }
        }
    }

    @Test("Metadata, name and hash of a key slot are authenticated")
    func whatIsAuthenticatedWithASlotCannotBeChanged() async throws {
        let vault = try await Enrolled(seed: 4)
        let first = vault.record.externalKeys[0]
        for metadata in [[], [7], [7, 8], [7, 7, 7], [0, 7, 7]] as [[UInt8]] {
            var record = vault.record
            record.externalKeys[0] = ExternalKeySlot(id: first.id, metadata: metadata, sealed: first.sealed)
            #expect(try await !vault.opens(record, by: .firstOwner), "\(metadata)")
        }
        // The second slot's name on the first's key.
        var record = vault.record
        record.externalKeys[1] = ExternalKeySlot(id: vault.owners[1], metadata: [7, 7], sealed: first.sealed)
        record.externalKeys.removeFirst()
        #expect(try await !vault.opens(record, by: .secondOwner))
        // A cheaper derivation, or another salt, in the same cell.
        for hash in [PasscodeHash(cost: .dearer, salt: Array(0...15)), PasscodeHash(cost: .quick, salt: Array(0...15))]
        {
            var record = vault.record
            record.cells[0].hash = try #require(hash)
            #expect(try await !vault.opens(record, by: .passcode))
        }
        // The order of slots means nothing.
        record = vault.record
        record.externalKeys.reverse()
        #expect(try await vault.opens(record, by: .firstOwner))
    }

    @Test("Key slots of another vault do not unlock") func noSlotOfAnotherVaultOpens() async throws {
        let (vault, other) = (try await Enrolled(seed: 5), try await Enrolled(seed: 6))
        var record = vault.record
        record.cells = other.record.cells
        record.recovery = other.record.recovery
        record.picture = other.record.picture
        record.externalKeys = other.record.externalKeys
        for method in [.passcode, .picture] as [Method] {
            #expect(try await !vault.opens(record, by: method), "\(method)")
        }
        var bench = vault.bench
        bench.store = InMemoryStorage(record.encoded(try Enrolled.secrets))
        bench.ledger = InMemoryStorage(vault.ledger)
        for method in [.recovery, .firstOwner, .secondOwner] as [Method] {
            #expect(await !other.opens(bench, by: method), "\(method)")
        }
    }

    /// A slot has one length; the picture's has every length beyond a key's.
    @Test("A truncated or extended key slot does not unlock") func noCutOrLengthenedSlotOpens() async throws {
        let vault = try await Enrolled(seed: 7)
        let picture = try #require(vault.record.picture?.sealed)
        let count = picture.count
        for sealed in [
            Array(picture.dropLast()), Array(picture.dropLast(16)), picture + [0], picture + picture.suffix(16),
            Array(picture.dropFirst()), Array(picture[..<(count - 16)]) + [UInt8](repeating: 0, count: 16),
            [UInt8](repeating: 0, count: count), Array(picture.prefix(62)), [0] + picture,
        ] {
            var record = vault.record
            record.picture = PictureSlot(sealed: sealed)
            #expect(try await !vault.opens(record, by: .picture), "\(sealed.count) of \(count) bytes")
            #expect(try await vault.opens(record, by: .passcode))
        }
        for change in [{ $0.dropLast() }, { $0.dropFirst() }, { ($0 + [0])[...] }, { _ in [] }]
            as [@Sendable ([UInt8]) -> ArraySlice<UInt8>]
        {
            var record = vault.record
            record.cells[0].sealed = Array(change(record.cells[0].sealed))
            #expect(try await !vault.opens(record, by: .passcode))
            record = vault.record
            record.recovery!.sealed = Array(change(record.recovery!.sealed))
            #expect(try await !vault.opens(record, by: .recovery))
        }
    }

    /// A ledger opens under its own number, whole, and for nothing else; without it nothing that can be guessed opens.
    @Test("A forged ledger is rejected") func noForgedLedgerIsTaken() async throws {
        let vault = try await Enrolled(seed: 8)
        let ledger = vault.ledger
        #expect(await vault.bench.vault().refusal("0000") == .rejected(.attemptsAllowed))
        let later = try await vault.bench.ledger.load()
        let nonces = Array(ledger.bytes[Self.nonce]) + later.bytes[12...]
        for (name, forged) in [
            ("an older one under the number of a later", StoredBytes(version: later.version, bytes: ledger.bytes)),
            ("another's nonce", StoredBytes(version: later.version, bytes: nonces)),
            ("cut", StoredBytes(version: later.version, bytes: later.bytes.dropLast())),
            ("without a tag", StoredBytes(version: later.version, bytes: later.bytes.dropLast(16))),
            ("lengthened", StoredBytes(version: later.version, bytes: later.bytes + [0])),
            ("nothing", StoredBytes(version: later.version, bytes: [])),
            ("zeros", StoredBytes(version: later.version, bytes: [UInt8](repeating: 0, count: later.bytes.count))),
        ] {
            var bench = vault.bench
            bench.ledger = InMemoryStorage(forged)
            bench.store = InMemoryStorage(vault.record.encoded(try Enrolled.secrets))
            for method in [.passcode, .picture] as [Method] {
                #expect(await !vault.opens(bench, by: method), "\(name): \(method)")
            }
        }
    }

    /// HKDF's inputs: a device key has 256 bits, and each purpose, byte for byte, gives a key of its own.
    @Test("Every purpose has its own key") func everyPurposeHasAKeyOfItsOwn() async throws {
        let vault = try await Enrolled(seed: 9)
        let key = try await vault.bench.vault().unlock(passcode: "8317".secret)
        let purposes = [
            "", "a", "A", "a\u{0}", "\u{0}a", "aa", " a", "\u{E9}", "e\u{301}", "InkLock app a", "vault 1 device",
            String(repeating: "a", count: 10_000),
        ]
        var keys: Set<[UInt8]> = [try #require(key.bytes)]
        for purpose in purposes {
            let bytes = try #require(key.key(for: purpose)).withUnsafeBytes { Array($0) }
            #expect(bytes.count == 32 && keys.insert(bytes).inserted, "\(purpose.prefix(20))")
            #expect(key.key(for: purpose)?.withUnsafeBytes { Array($0) } == bytes)
        }
    }

    @Test("A device key that is not 32 bytes long is rejected", arguments: [0, 1, 16, 31, 33, 64])
    func deviceKeysOfOtherLengthsAreRefused(count: Int) async throws {
        struct Other: DeviceKey {
            let count: Int

            func load() -> SecretBytes { SecretBytes([UInt8](repeating: 7, count: count)) }
            func loadOrCreate() -> SecretBytes { load() }
        }
        let vault = try await Enrolled(seed: 10)
        var bench = vault.bench
        bench.deviceKey = Other(count: count)
        #expect(await bench.vault().refusal("8317") == .deviceKeyUnusable)
        let empty = VaultFixture(deviceKey: Other(count: count))
        let error = await thrown { () throws(VaultError) in
            try await empty.vault().create(passcode: "8317".secret, kind: .fourDigits)
        }
        #expect(error == .deviceKeyUnusable)
    }
}

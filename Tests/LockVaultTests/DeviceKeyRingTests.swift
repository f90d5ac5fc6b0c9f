// SPDX-License-Identifier: MIT
import Crypto
import InkGeometry
import LockFlow
import Passcode
import PicturePassword
import Testing

@testable import LockVault

@Suite struct DeviceKeyRingTests {
    private static let old = MemoryDeviceKey(SecretBytes([UInt8](repeating: 7, count: 32)))
    private static let new = MemoryDeviceKey(SecretBytes([UInt8](repeating: 9, count: 32)))
    private static let moved = VaultError.refused(.recoveryRequired(.deviceKeyChanged))
    private static let unknown = VaultError.refused(.recoveryRequired(.attemptsUnknown))

    /// A vault with the passcode 1234 under the old key.
    private func bench(severalLedgers: Bool = false, offersDuress: Bool = false) async throws -> (
        VaultFixture, NewVault
    ) {
        var bench = VaultFixture(deviceKey: Self.old)
        bench.parameters.offersDuress = offersDuress
        bench.parameters.ledgerIsOneOfSeveral = severalLedgers
        return (bench, try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits))
    }

    private func position(_ bench: VaultFixture) async throws -> Int? {
        DeviceKeyRing([Self.new, Self.old]).position(ofRecord: try await bench.store.load().bytes)
    }

    private func drawing(shift: Double, elsewhere: Double = 0) -> PictureGesture {
        let path = FingerPath(
            (0..<40).map { i in
                let y = 60 + Double(i % 9) * 3 + elsewhere
                return GesturePoint(InkPoint(x: 40 + Double(i) * 5 + shift, y: y), time: Double(i) / 60)
            })
        return PictureGesture([GesturePart(.path(isClosed: false), fingers: [path])])
    }

    private func template() throws -> GestureTemplate {
        try #require(GestureTemplate(pictureDigest: [5], samples: [0, 1, 2].map { drawing(shift: $0) }))
    }

    private func draw(_ bench: VaultFixture, _ gesture: PictureGesture) async -> VaultError? {
        await thrown { () throws(VaultError) in
            try await bench.vault().unlock(gesture: gesture, on: [5], verifier: RasterVerifier())
        }
    }

    @Test("The right passcode moves a vault to the new key, and a wrong one does not")
    func theRightPasscodeMovesAVault() async throws {
        var (bench, vault) = try await bench()
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        #expect(await bench.vault().refusal("0000") == .rejected(.attemptsAllowed))
        #expect(try await position(bench) == 1)
        #expect(try await bench.vault().outcome("1234").get().bytes == vault.key.bytes)
        #expect(try await position(bench) == 0)
        bench.deviceKey = Self.old
        #expect(await bench.vault().refusal("1234") == Self.moved)
        bench.deviceKey = Self.new
        #expect(try await bench.vault().outcome("1234").get().bytes == vault.key.bytes)
        vault.key.erase()
    }

    /// A server that has not heard of the new key yet, but has it, opens the vault and leaves it where it is.
    @Test("A vault of a newer key is opened and not moved back") func newerKeysAreKept() async throws {
        var (bench, vault) = try await bench()
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        _ = try await bench.vault().outcome("1234").get()
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old], current: 1)
        #expect(try await bench.vault().outcome("1234").get().bytes == vault.key.bytes)
        #expect(try await position(bench) == 0)
        vault.key.erase()
    }

    @Test("A move keeps all counts of wrong attempts") func movesKeepCounts() async throws {
        var (bench, _) = try await bench()
        for number in 0..<3 { _ = await bench.vault().outcome("000\(number)") }
        _ = try await bench.vault().outcome("1234").get()
        for number in 0..<2 { _ = await bench.vault().outcome("000\(number)") }
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 8)
        let opened = try await bench.vault().outcome("1234").get()
        #expect(opened.failedAttempts.count == 2)
        bench.deviceKey = Self.new
        for number in 0..<10 {
            #expect(await bench.vault().refusal("000\(number)") != nil)
            bench.clock.pass(seconds: 100_000)
        }
        #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.passcodeFailures)))
    }

    @Test("Without a passcode every method moves a vault; with one, no other does")
    func otherMethodsMoveVaultsWithoutPasscodes() async throws {
        var (bench, vault) = try await bench()
        let external = SymmetricKey(size: .bits256)
        let slot = try await bench.vault().addExternalKey(external, metadata: [1], with: vault.key)
        try await bench.vault().setPicturePassword(try template(), with: vault.key)
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        let code = try #require(vault.recoveryCode?.text)
        #expect(await draw(bench, drawing(shift: 3)) == nil)
        _ = try await bench.vault().unlock(slot: slot, externalKey: external)
        _ = try await bench.vault().unlock(recoveryCode: code)
        #expect(try await position(bench) == 1, "the passcode's cell needs the passcode")
        bench.deviceKey = Self.old
        try await bench.vault().removePasscode(with: vault.key)
        let before = (try await bench.store.load(), try await bench.ledger.load())
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        for method in 0..<3 {
            (bench.store, bench.ledger) = (InMemoryStorage(before.0), InMemoryStorage(before.1))
            switch method {
            case 0: #expect(await draw(bench, drawing(shift: 4)) == nil)
            case 1: _ = try await bench.vault().unlock(slot: slot, externalKey: external)
            default: _ = try await bench.vault().unlock(recoveryCode: code)
            }
            #expect(try await position(bench) == 0)
            let ring = bench.deviceKey
            bench.deviceKey = Self.new
            #expect(await draw(bench, drawing(shift: 5)) == nil)
            bench.deviceKey = ring
        }
    }

    @Test("A new passcode, and the removal of one, move a vault") func changesMoveAVault() async throws {
        for removes in [true, false] {
            var (bench, vault) = try await bench()
            bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
            if removes {
                try await bench.vault().removePasscode(with: vault.key)
            } else {
                try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: vault.key)
            }
            #expect(try await position(bench) == 0)
            bench.deviceKey = Self.new
            #expect(try await bench.vault().status().standing == .attemptsAllowed)
            if !removes { #expect(try await bench.vault().outcome("5678").get().bytes == vault.key.bytes) }
            vault.key.erase()
        }
    }

    @Test("A drawing from before the move is refused after it") func drawingsStayKnown() async throws {
        var (bench, vault) = try await bench()
        try await bench.vault().setPicturePassword(try template(), with: vault.key)
        #expect(await draw(bench, drawing(shift: 3)) == nil)
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        _ = try await bench.vault().outcome("1234").get()
        #expect(try await position(bench) == 0)
        bench.deviceKey = Self.new
        #expect(await draw(bench, drawing(shift: 3)) == .rejected(.attemptsAllowed), "drawn before")
        #expect(await draw(bench, drawing(shift: 4)) == nil)
        #expect(await draw(bench, drawing(shift: 4)) == .rejected(.attemptsAllowed), "drawn after")
        vault.key.erase()
    }

    /// The owner's passcode does not seal the other cell.
    @Test("A vault that offers duress passcodes is not moved") func duressPasscodesKeepTheKey() async throws {
        var (bench, vault) = try await bench(offersDuress: true)
        try await bench.vault().setDuressPasscode("9999".secret, with: vault.key)
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        _ = try await bench.vault().outcome("1234").get()
        #expect(try await position(bench) == 1)
        _ = try await bench.vault().outcome("9999").get()
    }

    @Test("A slot whose key comes from the device key is moved with the vault") func dependentSlotsAreMoved()
        async throws
    {
        var (bench, vault) = try await bench()
        let keys = (0..<2).map { _ in SymmetricKey(size: .bits256) }
        let own = SymmetricKey(size: .bits256)
        let dependent = try await bench.vault().addExternalKey(keys[1], metadata: [1], with: vault.key)
        let other = try await bench.vault().addExternalKey(own, metadata: [2], with: vault.key)
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old]) { $1 == [1] ? keys[$0] : nil }
        _ = try await bench.vault().outcome("1234").get()
        let moved = bench.vault()
        let refusal = await thrown { () throws(VaultError) in
            try await moved.unlock(slot: dependent, externalKey: keys[1])
        }
        #expect(refusal == .rejected(.attemptsAllowed))
        #expect(try await moved.unlock(slot: dependent, externalKey: keys[0]).bytes == vault.key.bytes)
        #expect(try await moved.unlock(slot: other, externalKey: own).bytes == vault.key.bytes)
    }

    /// The process is killed between the two writes of a move, or the ledger is put back to what it was.
    @Test("A single ledger of the earlier key belongs to a moved record, and an older one does not")
    func ledgersFollowTheirRecord() async throws {
        var (bench, _) = try await bench()
        let older = try await bench.ledger.load()
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        let failing = FailingLedger()
        try await failing.save(older, replacing: nil)
        bench.ledger = failing
        await failing.failAfter(saves: 2)
        _ = try await bench.vault().outcome("1234").get()
        #expect(try await position(bench) == 0, "the record is moved")
        await failing.failAfter(saves: .max)
        #expect(await bench.vault().refusal("0000") == .rejected(.attemptsAllowed))
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 9)
        await failing.put(older)
        #expect(await bench.vault().refusal("1234") == Self.unknown)
    }

    /// A service keeps several ledgers, and moves all of them in the transaction that moves the record.
    @Test("Of several ledgers, one of the earlier key opens nothing beside a moved record")
    func severalLedgersHaveTheRecordsKey() async throws {
        var (bench, _) = try await bench(severalLedgers: true)
        let older = try await bench.ledger.load()
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        _ = try await bench.vault().outcome("1234").get()
        bench.ledger = InMemoryStorage(older)
        #expect(await bench.vault().refusal("1234") == Self.unknown)
        let transfer = try await LedgerTransfer(deviceKey: bench.deviceKey)
        let record = try await bench.store.load()
        let moved = try #require(try transfer.moved(older, of: [], to: record.bytes))
        #expect(moved.version > older.version)
        #expect(try transfer.moved(moved, of: [], to: record.bytes) == nil)
        #expect(throws: VaultError.damaged) { try transfer.moved(older, of: [1], to: record.bytes) }
        bench.ledger = InMemoryStorage(moved)
        _ = try await bench.vault().outcome("1234").get()
    }

    /// The other attempt moves the vault while this one derives. The ledger is then written under the record's key.
    @Test("An attempt during a move closes no vault", arguments: ["0000", "1234"])
    func attemptsDuringAMoveCloseNothing(passcode: String) async throws {
        var (bench, vault) = try await bench(severalLedgers: true)
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        let mover = bench.vault()
        bench.deriver = InterruptedDeriver { _ = await mover.outcome("1234") }
        _ = await bench.vault().outcome(passcode)
        #expect(try await position(bench) == 0)
        bench.deriver = DerivationQueue(threads: 1)
        #expect(try await bench.vault().outcome("1234").get().bytes == vault.key.bytes)
        vault.key.erase()
    }

    @Test("A record that is moved while an attempt is counted stays readable") func movedRecordsStayReadable()
        async throws
    {
        var (bench, vault) = try await bench()
        try await bench.vault().setPicturePassword(try template(), with: vault.key)
        let ring = DeviceKeyRing([Self.new, Self.old])
        bench.deviceKey = ring
        let store = MovedStore(try await bench.store.load(), by: ring)
        bench.store = store
        #expect(await draw(bench, drawing(shift: 3)) == nil)
        #expect(await store.isMoved)
        #expect(try await position(bench) == 0)
        #expect(await draw(bench, drawing(shift: 4)) == nil)
        vault.key.erase()
    }

    @Test("A recovery code leaves a vault of an earlier key its passcode") func recoveryKeepsTheEarlierKey()
        async throws
    {
        var (bench, vault) = try await bench()
        bench.deviceKey = DeviceKeyRing([Self.new, Self.old])
        bench.ledger = InMemoryStorage()
        #expect(await bench.vault().refusal("1234") == Self.unknown)
        _ = try await bench.vault().unlock(recoveryCode: try #require(vault.recoveryCode?.text))
        #expect(try await bench.vault().outcome("1234").get().bytes == vault.key.bytes)
        vault.key.erase()
    }

    @Test("A record that is moved without its owner loses the passcode alone") func forcedMovesKeepOtherMethods()
        async throws
    {
        var (bench, vault) = try await bench()
        try await bench.vault().setPicturePassword(try template(), with: vault.key)
        let ring = DeviceKeyRing([Self.new, Self.old])
        let record = try await bench.store.load()
        let moved = try #require(try ring.moved(record))
        #expect(try ring.moved(moved) == nil)
        var changed = record
        changed.bytes[record.bytes.count - 1] ^= 1
        #expect(throws: VaultError.damaged) { try ring.moved(changed) }
        let transfer = try await LedgerTransfer(deviceKey: ring)
        let ledger = try #require(try transfer.moved(try await bench.ledger.load(), of: [], to: moved.bytes))
        (bench.store, bench.ledger, bench.deviceKey) = (InMemoryStorage(moved), InMemoryStorage(ledger), Self.new)
        bench.parameters.ledgerIsOneOfSeveral = true
        #expect(await bench.vault().refusal("1234") == .notEnrolled)
        #expect(await draw(bench, drawing(shift: 3)) == nil)
        let code = try #require(vault.recoveryCode?.text)
        #expect(try await bench.vault().unlock(recoveryCode: code).bytes == vault.key.bytes)
        let decoy = try VaultRecord(try #require(try ring.moved(record, isDecoy: true)))
        #expect(decoy.passcodeKind == .fourDigits && decoy.passcodeCost == VaultRecord.costOf(record))
    }
}

extension VaultRecord {
    /// The cost of a guess at the passcode of a stored record.
    fileprivate static func costOf(_ stored: StoredBytes) -> ScryptCost? { (try? VaultRecord(stored))?.passcodeCost }
}

/// A deriver that does something else before its first derivation.
private actor InterruptedDeriver: Deriver {
    private var action: (@Sendable () async -> Void)?

    init(_ action: @escaping @Sendable () async -> Void) { self.action = action }

    nonisolated func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await body() }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        let planned = action
        action = nil
        await planned?()
        return try passcode.derived(by: hash)
    }
}

/// A store whose record is moved to a ring's current key before the first write.
private actor MovedStore: VaultStore {
    private var stored: StoredBytes?
    private let ring: DeviceKeyRing
    private(set) var isMoved = false

    init(_ stored: StoredBytes, by ring: DeviceKeyRing) { (self.stored, self.ring) = (stored, ring) }

    func load() throws(VaultError) -> StoredBytes {
        guard let stored else { throw .missing }
        return stored
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) throws(VaultError) {
        if !isMoved, let record = stored {
            stored = try ring.moved(record)
            isMoved = true
        }
        try StoredBytes.checkVersion(stored?.version, replacing: old)
        stored = new
    }

    func remove() { stored = nil }
}

/// A ledger that stops being written, as if the process had been killed.
private actor FailingLedger: AttemptLedger {
    private var stored: StoredBytes?
    private var left = Int.max

    func failAfter(saves: Int) { left = saves }

    func put(_ bytes: StoredBytes) { stored = bytes }

    func load() throws(VaultError) -> StoredBytes {
        guard let stored else { throw .missing }
        return stored
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) throws(VaultError) {
        try StoredBytes.checkVersion(stored?.version, replacing: old)
        guard left > 0 else { throw .storage(.write, code: 5) }
        left -= 1
        stored = new
    }

    func remove() { stored = nil }
}

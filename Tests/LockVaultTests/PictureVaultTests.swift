// SPDX-License-Identifier: MIT
import InkGeometry
import LockFlow
import Passcode
import PicturePassword
import Testing

@testable import LockVault

@Suite struct PictureVaultTests {
    private let bench = VaultFixture()

    /// A drawing near the enrolled one, or elsewhere. The shift makes it another drawing each time.
    private func drawing(shift: Double, elsewhere: Double = 0, pace: Double = 1) -> PictureGesture {
        let path = FingerPath(
            (0..<40).map { i in
                let x = 40 + Double(i) * 5 + shift
                let y = 60 + Double(i % 9) * 3 + elsewhere
                return GesturePoint(InkPoint(x: x, y: y), time: Double(i) / 60 * pace)
            })
        let tap = FingerPath([GesturePoint(InkPoint(x: 250 + shift, y: 250 - elsewhere), time: pace)])
        return PictureGesture([
            GesturePart(.path(isClosed: false), fingers: [path]), GesturePart(.tap(count: 1), fingers: [tap]),
        ])
    }

    private var template: GestureTemplate {
        GestureTemplate(pictureDigest: [5], samples: [0, 1, 2].map { drawing(shift: $0) })!
    }

    private func vaultWithPicture() async throws -> NewVault {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setPicturePassword(template, with: new.key)
        return new
    }

    private func attempt(_ gesture: PictureGesture, on digest: [UInt8] = [5]) async -> Result<DataKey, VaultError> {
        do throws(VaultError) {
            return .success(
                try await bench.vault().unlock(gesture: gesture, on: digest, verifier: RasterVerifier()))
        } catch {
            return .failure(error)
        }
    }

    private func refusal(_ gesture: PictureGesture, on digest: [UInt8] = [5]) async -> VaultError? {
        guard case .failure(let error) = await attempt(gesture, on: digest) else { return nil }
        return error
    }

    @Test("A matching drawing gives the key") func aDrawingThatMatchesGivesTheKey() async throws {
        let new = try await vaultWithPicture()
        #expect(try await attempt(drawing(shift: 3)).get().bytes == new.key.bytes)
        #expect(await refusal(drawing(shift: 4, elsewhere: 90)) == .rejected(.attemptsAllowed))
    }

    @Test("A recovery after the ledger was lost leaves no drawing that could be repeated", arguments: [false, true])
    func recoveryForgetsThePicture(ledgerIsLost: Bool) async throws {
        let new = try await vaultWithPicture()
        let code = try #require(new.recoveryCode).text
        let observed = drawing(shift: 3)
        _ = try await attempt(observed).get()
        #expect(await refusal(observed) == .rejected(.attemptsAllowed), "it is a replay")
        if ledgerIsLost { try await bench.ledger.remove() }
        _ = try await bench.vault().unlock(recoveryCode: code)
        #expect(await refusal(observed) == (ledgerIsLost ? .notEnrolled : .rejected(.attemptsAllowed)))
        #expect(try await bench.vault().status().hasPicture == !ledgerIsLost)
        // The passcode stays, and another picture may be set.
        let key = try await bench.vault().unlock(passcode: "1234".secret)
        try await bench.vault().setPicturePassword(template, with: key)
        #expect(try await attempt(drawing(shift: 4)).get().bytes == new.key.bytes)
    }

    @Test("Where a vault has several ledgers, the loss of one leaves the picture") func otherLedgersKeepThePicture()
        async throws
    {
        var bench = bench
        bench.parameters.ledgerIsOneOfSeveral = true
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setPicturePassword(template, with: new.key)
        try await bench.ledger.remove()
        _ = try await bench.vault().unlock(recoveryCode: try #require(new.recoveryCode).text)
        #expect(try await bench.vault().status().hasPicture)
    }

    @Test("A template takes in its owner's drawing, and gives it up again") func templatesAdapt() async throws {
        let new = try await vaultWithPicture()
        func saved() async throws -> GestureTemplate {
            let state = try await bench.vault().loadUsable()
            let slot = try #require(state.record.picture)
            return try #require(slot.opened(with: state.secrets, in: state.record.id)).template
        }
        func generation() async throws -> UInt64 { try await bench.vault().loadUsable().record.generation }
        let enrolled = try await saved()
        let before = try await generation()
        try await bench.vault().adaptPicturePassword(to: drawing(shift: 9, elsewhere: 150), with: new.key)
        try await bench.vault().resetPicturePasswordAdaptation(with: new.key)
        #expect(try await generation() == before, "nothing was written")
        try await bench.vault().adaptPicturePassword(to: drawing(shift: 1.5), with: new.key)
        let adapted = try await saved()
        #expect(adapted.adaptedCount == 1 && adapted.enrolled == enrolled)
        #expect(try await generation() != before)
        #expect(await refusal(drawing(shift: 1.5)) == .rejected(.attemptsAllowed), "it is a replay")
        #expect(try await attempt(drawing(shift: 2.5)).get().bytes == new.key.bytes)
        try await bench.vault().resetPicturePasswordAdaptation(with: new.key)
        #expect(try await saved() == enrolled)
        // A vault without a picture has nothing to adapt.
        try await bench.vault().removePicturePassword(with: new.key)
        try await bench.vault().adaptPicturePassword(to: drawing(shift: 1.5), with: new.key)
    }

    /// The rule of squares alone accepts a drawing that is slow and beside its place.
    @Test("A picture of the rule of squares opens until new drawings replace it")
    func picturesOfTheRuleOfSquaresAreReplaced() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let old = try #require(
            GestureTemplate(pictureDigest: [5], samples: template.samples, verifier: .raster))
        #expect(old.encoded()[4] == 1 && template.encoded()[4] == 2)
        #expect(try await bench.vault().pictureVerifier() == nil)
        try await bench.vault().setPicturePassword(old, with: new.key)
        #expect(try await bench.vault().pictureVerifier() == .raster)
        func opens(_ gesture: PictureGesture) async -> Bool {
            do throws(VaultError) {
                let key = try await bench.vault().unlock(gesture: gesture, on: [5], verifier: TrainedVerifier())
                return key.bytes == new.key.bytes
            } catch {
                return false
            }
        }
        #expect(await opens(drawing(shift: 18, elsewhere: 18, pace: 8)))
        try await bench.vault().setPicturePassword(template, with: new.key)
        #expect(try await bench.vault().pictureVerifier() == .trained)
        #expect(await !opens(drawing(shift: 19, elsewhere: 18, pace: 8)))
        #expect(await opens(drawing(shift: 3)))
    }

    @Test("An exact replay is never accepted") func theSameDrawingNeverPassesTwice() async throws {
        _ = try await vaultWithPicture()
        #expect(await refusal(drawing(shift: 1)) == .rejected(.attemptsAllowed), "an enrolled one")
        _ = try await attempt(drawing(shift: 3)).get()
        #expect(await refusal(drawing(shift: 3)) == .rejected(.attemptsAllowed), "an accepted one, after a restart")
        _ = try await attempt(drawing(shift: 4)).get()
    }

    /// The ledger as it was when the drawing was counted still knows the drawing.
    @Test("A ledger restored from before an unlock still rejects its replay")
    func aLedgerThatIsPutBackToTheCountRefusesTheDrawingToo() async throws {
        struct Catching: AttemptLedger {
            let place: InMemoryStorage
            let saved: InMemoryStorage

            func load() async throws(VaultError) -> StoredBytes { try await place.load() }
            func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
                try await place.save(new, replacing: old)
                if await saved.stored == nil { try await saved.save(new, replacing: nil) }
            }
            func remove() async { await place.remove() }
        }
        let new = try await vaultWithPicture()
        let saved = InMemoryStorage()
        let plain = try await bench.ledger.load()
        let place = InMemoryStorage(plain)
        var bench = bench
        bench.ledger = Catching(place: place, saved: saved)
        let key = try await bench.vault().unlock(gesture: drawing(shift: 3), on: [5], verifier: RasterVerifier())
        #expect(key.bytes == new.key.bytes)
        bench.ledger = InMemoryStorage(try await saved.load())
        let again = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(gesture: drawing(shift: 3), on: [5], verifier: RasterVerifier())
        }
        #expect(again == .rejected(.attemptsAllowed))
    }

    /// An app that stores what an attempt leads to may fail after it, and make the attempt again.
    @Test("Only an attempt that the app makes again may bring a drawing that the ledger knows")
    func repeatedAttemptsBringTheSameDrawing() async throws {
        let new = try await vaultWithPicture()
        func unlock(_ gesture: PictureGesture, isRepeated: Bool = false) async throws(VaultError) -> DataKey {
            try await bench.vault().unlock(
                gesture: gesture, on: [5], verifier: RasterVerifier(), isRepeated: isRepeated)
        }
        let (right, wrong) = (drawing(shift: 3), PictureGesture([]))
        _ = try await unlock(right)
        let ledger = try await bench.vault().status()
        #expect(try await unlock(right, isRepeated: true).bytes == new.key.bytes)
        #expect(try await bench.vault().status() == ledger)
        for isRepeated in [false, true] {
            let error = await thrown { () throws(VaultError) in _ = try await unlock(wrong, isRepeated: isRepeated) }
            #expect(error == .rejected(.attemptsAllowed))
        }
        let again = await thrown { () throws(VaultError) in _ = try await unlock(right) }
        #expect(again == .rejected(.attemptsAllowed), "it is still known")
        // An enrolled drawing is refused in any case.
        let enrolled = await thrown { () throws(VaultError) in
            _ = try await unlock(template.samples[0], isRepeated: true)
        }
        #expect(enrolled == .rejected(.attemptsAllowed))
    }

    /// Two programs can have one vault, as an app and its extension do.
    @Test("What one process accepts while another one is at work stays rejected", arguments: Meanwhile.allCases)
    func drawingsOfAnotherProcessAreRemembered(meanwhile: Meanwhile) async throws {
        let new = try await vaultWithPicture()
        let (first, second) = (drawing(shift: 3), drawing(shift: 4))
        var other = bench
        other.ledger = MeetingLedger(place: bench.ledger, before: meanwhile == .pictureIsSet ? 1 : 2) {
            _ = try? await attempt(second).get()
        }
        let vault = other.vault()
        switch meanwhile {
        case .drawingIsAccepted: _ = try await vault.unlock(gesture: first, on: [5], verifier: RasterVerifier())
        case .drawingIsOnAnotherPicture:
            let error = await thrown { () throws(VaultError) in
                try await vault.unlock(gesture: first, on: [6], verifier: RasterVerifier())
            }
            #expect(error == .otherPicture)
        case .pictureIsSet: try await vault.setPicturePassword(template, with: new.key)
        }
        #expect(await refusal(second) == .rejected(.attemptsAllowed), "a recording of it")
        if meanwhile == .drawingIsAccepted { #expect(await refusal(first) == .rejected(.attemptsAllowed)) }
        _ = try await attempt(drawing(shift: 5)).get()
    }

    /// The work of one process while another one accepts a drawing.
    enum Meanwhile: CaseIterable {
        case drawingIsAccepted
        case drawingIsOnAnotherPicture
        case pictureIsSet
    }

    /// A ledger that lets another process run before one of its writes.
    private struct MeetingLedger: AttemptLedger {
        let place: any AttemptLedger
        let before: Int
        let other: @Sendable () async -> Void
        let count = WriteCount()

        func load() async throws(VaultError) -> StoredBytes { try await place.load() }
        func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
            if await count.next() == before { await other() }
            try await place.save(new, replacing: old)
        }
        func remove() async throws(VaultError) { try await place.remove() }
    }

    private actor WriteCount {
        private var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }

    /// A memory of drawings that cannot be read would let recordings pass.
    @Test("An unreadable replay guard counts as damage") func anUnreadableMemoryOfDrawingsIsDamage() async throws {
        _ = try await vaultWithPicture()
        let secrets = try DeviceSecrets(SecretBytes([UInt8](repeating: 7, count: 32)))
        let stored = try await bench.ledger.load()
        var entry = try #require(LedgerEntry(stored, secrets, identity: []))
        entry.replayGuard = Array(entry.replayGuard.dropLast())
        var random = SystemRandomNumberGenerator()
        let changed = entry.sealed(secrets, identity: [], version: stored.version + 1, random: &random)
        try await bench.ledger.save(changed, replacing: stored.version)
        #expect(await refusal(drawing(shift: 3)) == .damaged)
        let key = try await bench.vault().unlock(passcode: "1234".secret)
        let error = await thrown { () throws(VaultError) in
            try await bench.vault().setPicturePassword(template, with: key)
        }
        #expect(error == .damaged)
    }

    @Test("Five wrong drawings require the passcode") func fiveWrongDrawingsAskForThePasscode() async throws {
        _ = try await vaultWithPicture()
        for i in 0..<4 {
            #expect(await refusal(drawing(shift: Double(i), elsewhere: 90)) == .rejected(.attemptsAllowed))
        }
        let required = AttemptStanding.passcodeRequired(.pictureFailures)
        #expect(await refusal(drawing(shift: 9, elsewhere: 90)) == .rejected(required))
        #expect(await refusal(drawing(shift: 10)) == .refused(required))
        #expect(try await bench.vault().status().standing == required)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        _ = try await attempt(drawing(shift: 11)).get()
    }

    @Test("A drawing on another picture is rejected without being counted")
    func anotherPictureIsToldAndNotCounted() async throws {
        _ = try await vaultWithPicture()
        for i in 0..<10 { #expect(await refusal(drawing(shift: Double(i) / 2 + 3), on: [6]) == .otherPicture) }
        _ = try await attempt(drawing(shift: 9), on: [5]).get()
    }

    @Test("A picture password cannot be the only unlock method") func aPictureAloneIsNotEnough() async throws {
        let new = try await vaultWithPicture()
        try await bench.vault().removeRecoveryCode(with: new.key)
        let error = await thrown { () throws(VaultError) in try await bench.vault().removePasscode(with: new.key) }
        #expect(error == .lastMethod)
        try await bench.vault().removePicturePassword(with: new.key)
        #expect(await refusal(drawing(shift: 3)) == .notEnrolled)
        #expect(try await bench.vault().status().hasPicture == false)
    }

    @Test("The template is never stored unencrypted") func theTemplateIsNeverStoredInTheClear() async throws {
        _ = try await vaultWithPicture()
        _ = await attempt(drawing(shift: 3))
        let encoded = template.encoded()
        for place in [try await bench.store.load(), try await bench.ledger.load()] {
            let bytes = place.bytes
            for start in stride(from: 8, to: encoded.count - 8, by: 8) {
                let piece = Array(encoded[start..<start + 8])
                let found = bytes.indices.dropLast(7).contains { Array(bytes[$0..<$0 + 8]) == piece }
                #expect(!found)
            }
        }
    }

    @Test("The size of a template does not change the size of the record")
    func longerTemplatesHardlyShow() async throws {
        let new = try await vaultWithPicture()
        let before = try await bench.store.load().bytes.count
        let shorter = GestureTemplate(pictureDigest: [5], samples: [drawing(shift: 0)])!
        try await bench.vault().setPicturePassword(shorter, with: new.key)
        #expect(try await bench.store.load().bytes.count == before)
    }

    @Test("A picture password set in the empty vault opens the empty vault")
    func aPictureSetInTheEmptyVaultOpensThat() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        try await bench.vault().setPicturePassword(template, with: empty)
        #expect(try await attempt(drawing(shift: 3)).get().bytes == empty.bytes)
    }

    @Test("A decoy rejects even a matching drawing") func aDecoyRejectsEvenAMatch() async throws {
        struct Yes: GestureVerifier {
            var threshold: Double { 0 }
            func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Never> {
                GestureComparison(score: 1, parts: [])
            }
        }
        let unknown = try await Vault.decoy(
            for: [1], ledger: InMemoryStorage(), deviceKey: bench.deviceKey, kind: nil, pictureDigest: [5],
            parameters: bench.parameters, deriver: bench.deriver, clock: bench.clock)
        let error = await thrown { () throws(VaultError) in
            try await unknown.unlock(gesture: drawing(shift: 0), on: [5], verifier: Yes())
        }
        #expect(error == .rejected(.attemptsAllowed))
    }
}

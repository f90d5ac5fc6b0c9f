// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import Testing

struct DeviceOwnerTests {
    let window = LockBench.window

    /// An app that the device's owner may open, locked and out of sight.
    private func leftApp(_ bench: LockBench, _ accessControl: AccessControl = .deviceOwner) async throws -> AppLock {
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(accessControl)
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        return lock
    }

    private func comeBack(_ lock: AppLock) {
        lock.windowWillEnterForeground(window)
        lock.windowBecameActive(window)
    }

    @Test("Returning prompts the device owner and unlocks", arguments: AccessControl.allCases)
    func theOwnerIsAskedByItselfAndLetIn(_ accessControl: AccessControl) async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner), accessControl)
        #expect(lock.snapshot.methods.ordered.first == (accessControl == .deviceOwner ? .deviceOwner : .biometrics))
        comeBack(lock)
        #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
        #expect(lock.dataKey != nil)
        let fallback = accessControl == .deviceOwner ? "devicePasscode" : "passcode"
        #expect(await owner.prompts == [OwnerPrompt("Unlock the notes", fallbackTitle: fallback)])
    }

    @Test(
        "The snapshot tells how the device's owner unlocks, also while the device cannot authenticate",
        arguments: AccessControl.allCases)
    func theChoiceIsToldWithoutASensor(_ accessControl: AccessControl) async throws {
        let owner = ScriptedOwner()
        let bench = LockBench(owner: owner)
        let lock = try await leftApp(bench, accessControl)
        #expect(lock.snapshot.deviceOwner == accessControl)
        await owner.become(UnlockMethods.Capabilities())
        let later = try await bench.launch()
        #expect(later.snapshot.deviceOwner == accessControl && later.snapshot.methods.ordered.first == .passcode)
        later.windowOpened(window)
        later.windowBecameActive(window)
        try await later.unlock(with: .passcode(.of("2580")))
        try await later.setDeviceOwner(nil)
        #expect(later.snapshot.deviceOwner == nil)
    }

    @Test("The key slot of the device owner works after a restart") func aNewStartFindsTheSlotAgain() async throws {
        let bench = LockBench(owner: ScriptedOwner())
        _ = try await leftApp(bench)
        let lock = try await bench.launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
    }

    @Test("A sensor that locks itself during its prompt is the reason that the prompt gives")
    func aPromptGivesItsReason() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.currentBiometrics)
        lock.lockNow()
        await owner.hold(prompts: true)
        await owner.answer(.fails(.locked(.sensor)))
        lock.requestUnlock()
        while await owner.waitingCount == 0 { await Task.yield() }
        await owner.become(.init(devicePasscode: true))
        // The reading of a return to the app, which ends while the prompt is on the screen.
        try await lock.refresh()
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
        await owner.letGo()
        #expect(try await lock.snapshot { $0.refusal != nil }.refusal == .prompt(.locked(.sensor)))
        #expect(lock.snapshot.state == .locked && lock.snapshot.presentedMethod == nil)
    }

    @Test("Switching the device owner off removes what an interrupted change left")
    func switchingOffRemovesOlderSlots() async throws {
        let (store, owner) = (UnreliableStorage(), ScriptedOwner())
        let lock = try await LockBench(store: store, owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        await store.becomeUnreadable(afterSaves: 1)
        await #expect(throws: LockSetupError.vault(UnreliableStorage.fault)) {
            try await lock.setDeviceOwner(.currentBiometrics)
        }
        await store.becomeUnreadable(false)
        try await lock.refresh()
        #expect(await owner.secrets.count == 2)
        try await lock.setDeviceOwner(nil)
        #expect(await owner.secrets.isEmpty)
        #expect(!lock.snapshot.methods.contains(.deviceOwner) && !lock.snapshot.methods.contains(.biometrics))
    }

    @Test(
        "Of two changes at the same time the last one counts, however long the first one takes",
        arguments: [nil, .currentBiometrics, .deviceOwner] as [AccessControl?])
    func theLastChangeCounts(_ last: AccessControl?) async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        await owner.hold()
        let first = Task { try await lock.setDeviceOwner(last == .deviceOwner ? .currentBiometrics : .deviceOwner) }
        while await owner.waitingCount == 0 { await Task.yield() }
        let second = Task { try await lock.setDeviceOwner(last) }
        // The time in which the second would be made, or would wait for the owner, if it did not wait for the first.
        try await Task.sleep(for: .milliseconds(200))
        await owner.letGo()
        try await first.value
        try await second.value
        #expect(await owner.secrets.count == (last == nil ? 0 : 1))
        #expect(lock.snapshot.methods.contains(.deviceOwner) == (last == .deviceOwner))
        #expect(lock.snapshot.methods.contains(.biometrics) == (last == .currentBiometrics))
    }

    @Test("A change that has waited while a duress passcode opened the app is not made")
    func aChangeBelongsToItsUser() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner, offersDuress: true).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDuressPasscode(.of("7391"))
        await owner.hold()
        let first = Task { try await lock.setDeviceOwner(.deviceOwner) }
        while await owner.waitingCount == 0 { await Task.yield() }
        let second = Task { try await lock.setDeviceOwner(.currentBiometrics) }
        try await Task.sleep(for: .milliseconds(200))
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("7391")))
        await owner.letGo()
        _ = await first.result
        await #expect(throws: LockSetupError.vault(.keyErased)) { try await second.value }
        #expect(await owner.secrets.isEmpty)
    }

    @Test("A renewal of the data key that waits for a change of the device owner keeps what the change leaves")
    func aRenewalFollowsTheLastChange() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        await owner.hold()
        let first = Task { try await lock.setDeviceOwner(.currentBiometrics) }
        while await owner.waitingCount == 0 { await Task.yield() }
        let second = Task { try await lock.setDeviceOwner(nil) }
        try await Task.sleep(for: .milliseconds(200))
        let renewal = Task { try await lock.renewDataKey(passcode: .of("1379"), kind: .fourDigits) }
        try await Task.sleep(for: .milliseconds(200))
        await owner.letGo()
        try await first.value
        try await second.value
        let renewed = try await renewal.value
        #expect(lock.dataKey === renewed.key)
        #expect(await owner.secrets.isEmpty)
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
    }

    @Test("A change of the device owner that waits for a renewal of the data key counts")
    func aChangeFollowsTheRenewal() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        await owner.hold()
        let renewal = Task { try await lock.renewDataKey(passcode: .of("1379"), kind: .fourDigits) }
        while await owner.waitingCount == 0 { await Task.yield() }
        let change = Task { try await lock.setDeviceOwner(nil) }
        try await Task.sleep(for: .milliseconds(200))
        await owner.letGo()
        _ = try await renewal.value
        try await change.value
        #expect(await owner.secrets.isEmpty)
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
    }

    @Test("A renewal of the data key asks the device owner for one new key and deletes the old one")
    func aRenewalBindsTheOwnerAgain() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.currentBiometrics)
        let before = await Set(owner.secrets.keys)
        _ = try await lock.renewDataKey(passcode: .of("1379"), kind: .fourDigits)
        let after = await Set(owner.secrets.keys)
        #expect(after.count == 1 && after.isDisjoint(with: before))
        lock.lockNow()
        lock.requestUnlock(with: .biometrics)
        #expect(try await lock.snapshot { $0.state == .unlocked || $0.refusal != nil }.state == .unlocked)
        // A device that protects no key any more keeps no old one.
        await owner.become(.init())
        try await lock.finishRenewal()
        _ = try await lock.renewDataKey(passcode: .of("2580"), kind: .fourDigits)
        #expect(await owner.secrets.isEmpty)
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
    }

    @Test("New fingers are not bound again after a change that removed the device owner")
    func aNewBindingFollowsTheLastChange() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.currentBiometrics)
        await owner.hold()
        let first = Task { try await lock.setDeviceOwner(.deviceOwner) }
        while await owner.waitingCount == 0 { await Task.yield() }
        let second = Task { try await lock.setDeviceOwner(nil) }
        try await Task.sleep(for: .milliseconds(200))
        lock.lockNow()
        await owner.answer(.fails(.invalidated(.biometricsChanged)))
        lock.requestUnlock()
        _ = try await lock.snapshot { $0.state == .passcodeRequired(.biometricsChanged) }
        let unlocking = Task { try await lock.unlock(with: .passcode(.of("2580"))) }
        _ = try await lock.snapshot { $0.state == .unlocked }
        try await Task.sleep(for: .milliseconds(200))
        await owner.letGo()
        _ = await first.result
        try await second.value
        try await unlocking.value
        #expect(await owner.secrets.isEmpty)
        #expect(!lock.snapshot.methods.contains(.deviceOwner) && !lock.snapshot.methods.contains(.biometrics))
    }

    @Test("A change that fails, or whose caller is cancelled, lets the next one be made")
    func aFailedChangeEndsItsTurn() async throws {
        let owner = ScriptedOwner()
        let lock = try await LockBench(owner: owner).lockedApp()
        await #expect(throws: LockSetupError.vault(.keyErased)) { try await lock.setDeviceOwner(.deviceOwner) }
        try await lock.unlock(with: .passcode(.of("2580")))
        await owner.become(.init())
        await #expect(throws: LockSetupError.owner(.unavailable)) { try await lock.setDeviceOwner(.deviceOwner) }
        await owner.become(.init(biometrics: true, devicePasscode: true))
        await owner.hold()
        let first = Task { try await lock.setDeviceOwner(.deviceOwner) }
        while await owner.waitingCount == 0 { await Task.yield() }
        let second = Task { try await lock.setDeviceOwner(.currentBiometrics) }
        second.cancel()
        let third = Task { try await lock.setDeviceOwner(nil) }
        try await Task.sleep(for: .milliseconds(100))
        await owner.letGo()
        try await first.value
        // The vault is not changed for a caller who is cancelled.
        _ = await second.result
        try await third.value
        #expect(await owner.secrets.isEmpty)
    }

    @Test("The new key unlocks even if an older one could not be removed")
    func newKeysCountAfterAFailure() async throws {
        let (store, owner) = (UnreliableStorage(), ScriptedOwner())
        let lock = try await LockBench(store: store, owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        await store.refuse(afterSaves: 1)
        await #expect(throws: LockSetupError.vault(UnreliableStorage.fault)) {
            try await lock.setDeviceOwner(.currentBiometrics)
        }
        #expect(lock.snapshot.methods.contains(.biometrics) && !lock.snapshot.methods.contains(.deviceOwner))
        await store.refuse(afterSaves: nil)
        lock.lockNow()
        lock.requestUnlock(with: .biometrics)
        #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
    }

    @Test("A cancelled prompt is repeated only on request")
    func aCancelledPromptIsNotShownAgainUntilTheCoverIsTapped() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner))
        await owner.answer(.fails(.cancelled))
        comeBack(lock)
        let screen = try await lock.snapshot { $0.refusal != nil }
        #expect(screen.state == .locked && screen.refusal == .prompt(.cancelled))
        lock.windowResignedActive(window)
        lock.windowBecameActive(window)
        #expect(lock.snapshot.state == .locked)
        lock.requestUnlock()
        #expect(try await lock.snapshot { $0.state == .unlocked }.refusal == nil)
        #expect(await owner.prompts.count == 2)
    }

    @Test("A failed prompt does not count as a wrong passcode") func aFailedPromptSpendsNoPasscode() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner))
        for _ in 1...12 {
            await owner.answer(.fails(.denied))
            comeBack(lock)
            _ = try await lock.snapshot { $0.refusal == .prompt(.denied) }
            lock.windowResignedActive(window)
            lock.windowEnteredBackground(window)
        }
        comeBack(lock)
        _ = try await lock.snapshot { $0.state == .unlocked }
    }

    @Test("The fallback button of the prompt presents the passcode")
    func theButtonBesideThePromptOpensThePasscode() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner), .currentBiometrics)
        await owner.answer(.fails(.fallbackChosen))
        comeBack(lock)
        #expect(try await lock.snapshot { $0.presentedMethod != nil }.presentedMethod == .passcode)
    }

    @Test("Changed biometrics require the passcode once and get a new secret")
    func newFingersNeedThePasscodeOnceAndAreBoundAgain() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner), .currentBiometrics)
        let before = await Set(owner.secrets.keys)
        await owner.answer(.fails(.invalidated(.biometricsChanged)))
        comeBack(lock)
        _ = try await lock.snapshot { $0.state == .passcodeRequired(.biometricsChanged) }
        try await lock.refresh()
        #expect(lock.snapshot.state == .passcodeRequired(.biometricsChanged))
        lock.requestUnlock(with: .biometrics)
        #expect(await owner.prompts.count == 1)
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) {
            try await lock.unlock(with: .passcode(.of("0000")))
        }
        #expect(lock.snapshot.state == .passcodeRequired(.biometricsChanged))
        try await lock.unlock(with: .passcode(.of("2580")))
        let after = await Set(owner.secrets.keys)
        #expect(after.count == 1 && after.isDisjoint(with: before))
        lock.lockNow()
        lock.requestUnlock()
        #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
    }

    @Test("A picture that a recovery has removed is not offered any more", .timeLimit(.minutes(1)))
    func recoveryByTheOwnerRemovesThePicture() async throws {
        let bench = LockBench(owner: ScriptedOwner())
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        try await lock.setPicturePassword(LockBench.template)
        lock.lockNow()
        // Without its ledger, the vault is recovered by the next opening.
        await bench.ledger.remove()
        lock.requestUnlock(with: .deviceOwner)
        let after = try await lock.snapshot { $0.state == .unlocked && !$0.methods.contains(.picture) }
        #expect(after.methods.ordered == [.deviceOwner, .passcode, .recoveryCode])
    }

    /// An app that the device's owner and a picture open, and nothing else.
    private func leftAppWithAPicture(_ owner: ScriptedOwner, _ accessControl: AccessControl) async throws -> AppLock {
        let lock = try await LockBench(owner: owner).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(accessControl)
        try await lock.setPicturePassword(LockBench.template)
        try await lock.removePasscode()
        try await lock.removeRecoveryCode()
        lock.lockNow()
        return lock
    }

    @Test("The device owner unlocks after five wrong drawings where there is no passcode")
    func wrongDrawingsLeaveTheDeviceOwner() async throws {
        let lock = try await leftAppWithAPicture(ScriptedOwner(), .deviceOwner)
        #expect(lock.pictureAttemptsLeft == 5)
        for shift in 1...5 {
            let wrong = LockBench.drawing(shift: 150 + Double(shift))
            await #expect(throws: VaultError.self) {
                try await lock.unlock(with: .drawing(wrong, on: LockBench.pictureDigest))
            }
            #expect(lock.pictureAttemptsLeft == 5 - shift)
        }
        #expect(lock.snapshot.state == .passcodeRequired(.pictureFailures))
        #expect(lock.offeredMethods == [.deviceOwner])
        lock.requestUnlock(with: .deviceOwner)
        #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
        #expect(lock.passcodeAttemptsLeft == nil, "there is no passcode")
    }

    @Test("A drawing unlocks after changed biometrics where there is no passcode, and binds them again")
    func newFingersLeaveTheDrawingWhereThereIsNoPasscode() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftAppWithAPicture(owner, .currentBiometrics)
        let before = await Set(owner.secrets.keys)
        let change = OwnerError.invalidated(.biometricsChanged)
        await owner.answer(.fails(change))
        lock.requestUnlock()
        _ = try await lock.snapshot { $0.refusal == .prompt(change) }
        try await lock.refresh()
        #expect(lock.offeredMethods == [.picture])
        try await lock.unlock(with: .drawing(LockBench.drawing(shift: 3), on: LockBench.pictureDigest))
        let after = await Set(owner.secrets.keys)
        #expect(after.count == 1 && after.isDisjoint(with: before))
        lock.lockNow()
        lock.requestUnlock()
        _ = try await lock.snapshot { $0.state == .unlocked }
    }

    @Test("Removing the device passcode never unlocks the app") func aRemovedDevicePasscodeNeverUnlocks() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner))
        await owner.answer(.fails(.invalidated(.devicePasscodeRemoved)))
        comeBack(lock)
        _ = try await lock.snapshot { $0.state == .passcodeRequired(.devicePasscodeRemoved) }
        await owner.become(.init())
        try await lock.refresh()
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
        #expect(lock.dataKey == nil)
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.snapshot.shows(window))
    }

    @Test("Leaving the app cancels the prompt") func leavingTakesThePromptBack() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner))
        await owner.answer(.waits)
        comeBack(lock)
        while await owner.prompts.isEmpty { await Task.yield() }
        lock.windowEnteredBackground(window)
        #expect(lock.snapshot.state == .locked)
        await owner.answer(.isOwner)
        comeBack(lock)
        _ = try await lock.snapshot { $0.state == .unlocked }
    }

    @Test("Disabling the device owner deletes its secret") func whoIsAskedNoMoreLeavesNothingGuarded() async throws {
        let owner = ScriptedOwner()
        let lock = try await leftApp(LockBench(owner: owner))
        comeBack(lock)
        _ = try await lock.snapshot { $0.state == .unlocked }
        try await lock.setDeviceOwner(nil)
        #expect(await owner.secrets.isEmpty)
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
    }

    /// An unlocked app whose vault has one slot for the device's owner, and a newer one, which other code has added,
    /// that names a secret of the app.
    private func appWithAForgedSlot(_ owner: ScriptedOwner) async throws -> AppLock {
        let bench = LockBench(owner: owner)
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await GuardedSecret("token", with: owner).add(.of("one"))
        try await lock.setDeviceOwner(.deviceOwner)
        let key = try #require(lock.dataKey)
        let metadata: [UInt8] = [1, AccessControl.deviceOwner.rawValue] + Array("token".utf8)
        _ = try await bench.vault.addExternalKey(try #require(key.symmetricKey), metadata: metadata, with: key)
        try await lock.refresh()
        return lock
    }

    @Test("A slot that names a secret of the app deletes nothing", arguments: [false, true])
    func aForgedSlotDeletesNothingOfTheApp(deletesVault: Bool) async throws {
        let owner = ScriptedOwner()
        let lock = try await appWithAForgedSlot(owner)
        if deletesVault { try await lock.deleteVault() } else { try await lock.setDeviceOwner(nil) }
        #expect(await owner.secrets.keys.sorted() == ["token"])
        #expect(!lock.snapshot.methods.contains(.deviceOwner))
    }

    @Test("A slot that names a secret of the app does not hide the owner's")
    func aForgedSlotHidesNothing() async throws {
        let lock = try await appWithAForgedSlot(ScriptedOwner())
        lock.lockNow()
        lock.requestUnlock(with: .deviceOwner)
        #expect(try await lock.snapshot { $0.state == .unlocked || $0.refusal != nil }.state == .unlocked)
    }

    @Test("A device without a passcode cannot protect a secret")
    func aDeviceWithoutAPasscodeGuardsNothing() async throws {
        let owner = ScriptedOwner()
        await owner.become(.init())
        let lock = try await LockBench(owner: owner).lockedApp()
        await #expect(throws: LockSetupError.vault(.keyErased)) { try await lock.setDeviceOwner(.deviceOwner) }
        try await lock.unlock(with: .passcode(.of("2580")))
        await #expect(throws: LockSetupError.owner(.unavailable)) { try await lock.setDeviceOwner(.deviceOwner) }
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
    }

    @Test("A guarded secret can be added, read, updated and deleted")
    func aGuardedSecretIsAddedReadChangedAndDeleted() async throws {
        let owner = ScriptedOwner()
        let secret = GuardedSecret("token", with: owner)
        await #expect(throws: OwnerError.absent) { _ = try await secret.read(message: "Pay") }
        try await secret.add(.of("one"))
        await #expect(throws: OwnerError.exists) { try await secret.add(.of("two")) }
        try await secret.update(.of("two"), message: "Change the token")
        #expect(try await secret.read(message: "Pay").isEqual(to: .of("two")))
        for error in [OwnerError.denied, .cancelled, .locked(.sensor), .invalidated(.biometricsChanged)] {
            await owner.answer(.fails(error))
            await #expect(throws: error) { _ = try await secret.read(message: "Pay") }
        }
        try await secret.delete()
        await #expect(throws: OwnerError.absent) { _ = try await secret.read(message: "Pay") }
    }
}

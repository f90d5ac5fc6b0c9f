// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode
import PicturePassword
import Synchronization
import Testing

struct AppLockTests {
    let window = LockBench.window

    @Test("An app without a lock shows its content") func anAppWithoutALockShowsItsContent() async throws {
        let lock = try await LockBench().launch()
        lock.windowOpened(window)
        #expect(!lock.snapshot.shows(window))
        #expect(lock.windowBecameActive(window).shows(window))
        #expect(lock.snapshot.state == .unconfigured && lock.dataKey == nil)
    }

    @Test("Setting up a lock unlocks the app") func settingUpALockUnlocks() async throws {
        let lock = try await LockBench().launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        let code = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
        #expect(code != nil)
        #expect(lock.snapshot.state == .unlocked && lock.snapshot.shows(window))
        #expect(lock.snapshot.passcodeKind == .fourDigits && lock.passcodeAttemptsLeft == 10)
        #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
        #expect(lock.dataKey?.key(for: "notes") != nil)
        await #expect(throws: VaultError.exists) { _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits) }
    }

    @Test("An app with a lock starts locked") func anAppIsLockedWhenItStarts() async throws {
        let bench = LockBench()
        _ = try await bench.lockedApp()
        let lock = try await bench.launch()
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.snapshot.state == .locked && lock.snapshot.presentedMethod == .passcode && lock.dataKey == nil)
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) {
            try await lock.unlock(with: .passcode(.of("1111")))
        }
        #expect(lock.snapshot.refusal == nil && !lock.snapshot.shows(window), "the caller has the error")
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.snapshot.shows(window) && lock.snapshot.refusal == nil)
        #expect(lock.dataKey != nil)
    }

    @Test("The data key is always the same and is erased while locked")
    func theKeyIsTheSameEachTimeAndGoneWhileLocked() async throws {
        let lock = try await LockBench().lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        let first = try #require(lock.dataKey)
        let purpose = first.key(for: "notes")
        lock.lockNow()
        #expect(lock.dataKey == nil && first.symmetricKey == nil)
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.dataKey?.key(for: "notes") == purpose)
    }

    @Test("Leaving covers the app immediately and locks it after the grace period")
    func leavingCoversAtOnceAndLocksAfterGrace() async throws {
        let bench = LockBench(settings: LockSettings(graceSeconds: 60))
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(!lock.windowResignedActive(window).shows(window))
        lock.windowEnteredBackground(window)
        #expect(lock.dataKey != nil)
        bench.clock.pass(seconds: 59)
        lock.windowWillEnterForeground(window)
        #expect(lock.windowBecameActive(window).shows(window))
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        bench.clock.pass(seconds: 60)
        #expect(lock.windowWillEnterForeground(window).state == .locked)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.dataKey == nil)
    }

    @Test("The grace period can be changed while the lock is in use") func graceIsASetting() async throws {
        let bench = LockBench(settings: LockSettings(graceSeconds: 60))
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.settings.graceSeconds == 60)
        func isOpen(after seconds: Int64) -> Bool {
            lock.windowResignedActive(window)
            lock.windowEnteredBackground(window)
            bench.clock.pass(seconds: seconds)
            lock.windowWillEnterForeground(window)
            return lock.windowBecameActive(window).shows(window)
        }
        #expect(isOpen(after: 59))
        lock.settings.graceSeconds = 300
        #expect(isOpen(after: 299))
        lock.settings.graceSeconds = 0
        #expect(!isOpen(after: 1))
        #expect(lock.dataKey == nil && lock.settings.graceSeconds == 0)
    }

    @Test("Passcode and recovery code can be removed while another method is left")
    func methodsCanBeRemoved() async throws {
        let lock = try await LockBench().lockedApp()
        await #expect(throws: VaultError.keyErased) { try await lock.removePasscode() }
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setPicturePassword(LockBench.template)
        try await lock.resetPicturePasswordAdaptation()
        try await lock.removePasscode()
        #expect(!lock.snapshot.methods.contains(.passcode) && lock.snapshot.passcodeKind == nil)
        await #expect(throws: VaultError.lastMethod) { try await lock.removeRecoveryCode() }
        lock.lockNow()
        try await lock.unlock(with: .drawing(LockBench.drawing(shift: 3), on: LockBench.pictureDigest))
        try await lock.setPasscode(.of("739155"), kind: .sixDigits)
        try await lock.removeRecoveryCode()
        #expect(!lock.snapshot.methods.contains(.recoveryCode))
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("739155")))
        #expect(lock.snapshot.shows(window))
    }

    @Test("A lockout counts down and survives a restart")
    func tooManyWrongPasscodesCountDownAndSurviveAStart() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        for guess in ["1111", "2222", "3333", "4444"] {
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of(guess))) }
        }
        guard case .lockedOut(_, let seconds) = lock.snapshot.state else {
            Issue.record("not locked out: \(lock.snapshot.state)")
            return
        }
        #expect(seconds == 60)
        await #expect(throws: VaultError.refused(.lockedOut(seconds: 60))) {
            try await lock.unlock(with: .passcode(.of("2580")))
        }
        bench.clock.pass(seconds: 30)
        let again = try await bench.launch()
        again.windowOpened(window)
        again.windowBecameActive(window)
        #expect(again.snapshot.presentedMethod == nil)
        await #expect(throws: VaultError.refused(.lockedOut(seconds: 30))) {
            try await again.unlock(with: .passcode(.of("2580")))
        }
        bench.clock.pass(seconds: 30)
        try await again.unlock(with: .passcode(.of("2580")))
        #expect(again.snapshot.shows(window))
    }

    @Test("The recovery code unlocks during a lockout and allows a new passcode")
    func aRecoveryCodeOpensDuringALockoutAndAllowsANewPasscode() async throws {
        let bench = LockBench(settings: LockSettings(graceSeconds: 60))
        let lock = try await bench.launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        let code = try #require(await lock.setUp(passcode: .of("2580"), kind: .fourDigits))
        lock.lockNow()
        #expect(lock.openedBy == nil)
        for (wrong, guess) in ["1111", "2222", "3333", "4444"].enumerated() {
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of(guess))) }
            #expect(lock.passcodeAttemptsLeft == 9 - wrong)
        }
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .recoveryCode("00000")) }
        try await lock.unlock(with: .recoveryCode(code.text))
        // Within the grace period, the method that opened the app is still known.
        lock.windowResignedActive(window)
        #expect(lock.openedBy == .recoveryCode && lock.passcodeAttemptsLeft == 10)
        lock.windowBecameActive(window)
        try await lock.setPasscode(.of("739155"), kind: .sixDigits)
        #expect(lock.snapshot.passcodeKind == .sixDigits && lock.openedBy == .passcode)
        lock.lockNow()
        #expect(lock.openedBy == nil)
        await #expect(throws: VaultError.keyErased) { try await lock.renewRecoveryCode() }
        try await lock.unlock(with: .passcode(.of("739155")))
        #expect(lock.snapshot.shows(window))
    }

    @Test("Links wait until the app unlocks") func linksWaitUntilTheContentMayBeSeen() async throws {
        let lock = try await LockBench().lockedApp()
        let opened = Log()
        lock.whenOpen { opened.add("first") }
        lock.whenOpen { opened.add("second") }
        #expect(opened.lines == [])
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("1111"))) }
        #expect(opened.lines == [])
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(opened.lines == ["first", "second"])
        lock.whenOpen { opened.add("third") }
        #expect(opened.lines == ["first", "second", "third"])
    }

    @Test("A link that locks the app keeps the next ones back") func aLinkMayLock() async throws {
        let lock = try await LockBench().lockedApp()
        let shown = Mutex<[Int]>([])
        lock.whenOpen {
            shown.withLock { $0.append(1) }
            lock.lockNow()
        }
        lock.whenOpen { shown.withLock { $0.append(2) } }
        lock.whenOpen { shown.withLock { $0.append(3) } }
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(shown.withLock { $0 } == [1] && lock.snapshot.state == .locked)
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(shown.withLock { $0 } == [1, 2, 3])
    }

    @Test("An object that a dropped link holds may report an event when it is released", .timeLimit(.minutes(10)))
    func droppedLinksAreReleasedUnlocked() async throws {
        final class Registration: Sendable {
            let lock: AppLock
            init(_ lock: AppLock) { self.lock = lock }
            deinit { lock.windowClosed(WindowID(rawValue: 9)) }
        }
        let lock = try await LockBench(settings: LockSettings(heldLinkLimit: 1)).lockedApp()
        lock.windowOpened(WindowID(rawValue: 9))
        do {
            let registration = Registration(lock)
            lock.whenOpen { withExtendedLifetime(registration) {} }
        }
        lock.whenOpen {}
        #expect(lock.snapshot.state == .locked)
    }

    @Test("Locking during an attempt leaves the app locked")
    func lockingWhileAPasscodeIsTriedLeavesItLocked() async throws {
        let lock = try await LockBench().lockedApp()
        async let trying: Void = lock.unlock(with: .passcode(.of("2580")))
        // A fast attempt has ended before it is seen.
        _ = try await lock.snapshot { $0.state != .locked }
        lock.lockNow()
        // The attempt has either completed, or was cancelled by locking.
        do { try await trying } catch { #expect(error as? VaultError == .cancelled) }
        lock.lockNow()
        #expect(lock.dataKey == nil && !lock.snapshot.shows(window))
    }

    @Test("All observers receive every change") func screensTellEveryChangeToEverybodyWhoWatches() async throws {
        let lock = try await LockBench().lockedApp()
        async let first = lock.snapshot { $0.state == .unlocked }
        async let second = lock.snapshot { $0.state == .unlocked }
        try await lock.unlock(with: .passcode(.of("2580")))
        let screens = try await [first, second]
        #expect(screens.allSatisfy { $0.shows(window) })
    }

    @Test("A deleted lock stays deleted after a restart")
    func aLockThatWasTakenAwayIsNoneAfterAStartEither() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        await #expect(throws: VaultError.keyErased) { try await lock.deleteVault() }
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.deleteVault()
        #expect(lock.snapshot.state == .unconfigured && lock.dataKey == nil)
        #expect(try await bench.launch().snapshot.state == .unconfigured)
    }

    @Test("A recovery code is returned even if the vault becomes unreadable")
    func aRecoveryCodeIsShownEvenIfNothingCanBeReadAfterwards() async throws {
        let store = UnreliableStorage()
        let lock = try await LockBench(store: store).launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        // Creating a vault stores it twice.
        await store.becomeUnreadable(afterSaves: 2)
        let first = try #require(await lock.setUp(passcode: .of("2580"), kind: .fourDigits))
        #expect(lock.snapshot.state == .unlocked && lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
        await store.becomeUnreadable(false)
        await store.becomeUnreadable(afterSaves: 1)
        let second = try await lock.renewRecoveryCode()
        await #expect(throws: UnreliableStorage.fault) { try await lock.refresh() }
        await store.becomeUnreadable(false)
        lock.lockNow()
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .recoveryCode(first.text)) }
        try await lock.unlock(with: .recoveryCode(second.text))
        #expect(lock.snapshot.shows(window))
    }

    @Test("A duress passcode does not confirm a change to the owner's lock")
    func duressPasscodeConfirmsNoChangeOfTheOwners() async throws {
        var bench = LockBench()
        bench.offersDuress = true
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDuressPasscode(.of("7391"))
        try await lock.verify(passcode: .of("2580"))
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) { try await lock.verify(passcode: .of("7391")) }
        #expect(lock.dataKey?.symmetricKey != nil)
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("7391")))
        try await lock.verify(passcode: .of("7391"))
    }

    @Test("A duress passcode leaves the other methods, which open the owner's data")
    func duressPasscodeLeavesTheDevicesOwner() async throws {
        var bench = LockBench(owner: ScriptedOwner())
        bench.offersDuress = true
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDuressPasscode(.of("7391"))
        try await lock.setDeviceOwner(.deviceOwner)
        let key = lock.dataKey?.symmetricKey
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("7391")))
        #expect(lock.dataKey?.symmetricKey != key)
        lock.lockNow()
        lock.requestUnlock(with: .deviceOwner)
        _ = try await lock.snapshot { $0.state == .unlocked }
        #expect(lock.dataKey?.symmetricKey == key)
    }

    @Test("Changed fingers open the owner's data again after the owner's passcode, not after a duress passcode")
    func duressPasscodeBindsNoFingers() async throws {
        let owner = ScriptedOwner()
        var bench = LockBench(owner: owner)
        bench.offersDuress = true
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDuressPasscode(.of("7391"))
        try await lock.setDeviceOwner(.currentBiometrics)
        let key = lock.dataKey?.symmetricKey
        let bound = await Set(owner.secrets.keys)
        lock.lockNow()
        await owner.answer(.fails(.invalidated(.biometricsChanged)))
        lock.requestUnlock(with: .biometrics)
        _ = try await lock.snapshot { $0.state == .passcodeRequired(.biometricsChanged) }
        try await lock.unlock(with: .passcode(.of("7391")))
        #expect(await Set(owner.secrets.keys) == bound)
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(await Set(owner.secrets.keys).isDisjoint(with: bound))
        lock.lockNow()
        lock.requestUnlock(with: .biometrics)
        _ = try await lock.snapshot { $0.state == .unlocked }
        #expect(lock.dataKey?.symmetricKey == key)
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("7391")))
        _ = try await lock.renewDataKey(passcode: .of("7391"), kind: .fourDigits)
        #expect(await owner.secrets.isEmpty && !lock.snapshot.methods.ordered.contains(.biometrics))
    }

    @Test("Passcode and picture can be changed only while unlocked")
    func theOwnerChangesPasscodeAndPictureWhileIn() async throws {
        let lock = try await LockBench().lockedApp()
        let template = LockBench.template
        await #expect(throws: VaultError.keyErased) { try await lock.setPasscode(.of("739155"), kind: .sixDigits) }
        await #expect(throws: VaultError.keyErased) { try await lock.verify(passcode: .of("2580")) }
        await #expect(throws: VaultError.keyErased) { try await lock.setPicturePassword(template) }
        try await lock.unlock(with: .passcode(.of("2580")))
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) { try await lock.verify(passcode: .of("1111")) }
        #expect(lock.passcodeAttemptsLeft == 9)
        try await lock.verify(passcode: .of("2580"))
        #expect(lock.passcodeAttemptsLeft == 10)
        #expect(lock.dataKey?.symmetricKey != nil, "checking a passcode does not lock")
        #expect(lock.failedAttempts.count == 1, "the owner sees what was tried while the app was open")
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) { try await lock.verify(passcode: .of("2222")) }
        try await lock.verify(passcode: .of("2580"))
        #expect(lock.failedAttempts.count == 2)
        try await lock.setPasscode(.of("739155"), kind: .sixDigits)
        #expect(lock.snapshot.passcodeKind == .sixDigits && lock.pictureAttemptsLeft == nil)
        try await lock.setPicturePassword(template)
        #expect(lock.snapshot.methods.contains(.picture))
        lock.lockNow()
        try await lock.unlock(with: .drawing(LockBench.drawing(shift: 3), on: LockBench.pictureDigest))
        #expect(lock.snapshot.shows(window))
        try await lock.removePicturePassword()
        #expect(!lock.snapshot.methods.contains(.picture))
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("739155")))
    }

    @Test("A picture password follows its owner's hand unless the app turns that off") func picturesAdapt() async throws
    {
        func openings(adapting: Bool) async throws -> Int {
            let lock = try await LockBench(adaptsPicturePassword: adapting).lockedApp()
            try await lock.unlock(with: .passcode(.of("2580")))
            try await lock.setPicturePassword(LockBench.template)
            var openings = 0
            for shift in stride(from: 4.0, through: 100, by: 4) {
                lock.lockNow()
                do {
                    try await lock.unlock(
                        with: .drawing(LockBench.drawing(shift: shift), on: LockBench.pictureDigest))
                    openings += 1
                } catch {
                    // A passcode clears the count of wrong drawings.
                    try await lock.unlock(with: .passcode(.of("2580")))
                }
            }
            return openings
        }
        let fixed = try await openings(adapting: false)
        #expect(fixed > 0)
        #expect(try await openings(adapting: true) > fixed)
    }

    @Test("A picture password of another verifier opens the app, and is reported until it is set again")
    func outdatedPicturesAreReported() async throws {
        let lock = try await LockBench().lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(try await !lock.isPicturePasswordOutdated())
        let old = GestureTemplate(
            pictureDigest: LockBench.pictureDigest, samples: LockBench.template.samples, verifier: .raster)
        try await lock.setPicturePassword(try #require(old))
        #expect(try await lock.isPicturePasswordOutdated())
        lock.lockNow()
        try await lock.unlock(with: .drawing(LockBench.drawing(shift: 3), on: LockBench.pictureDigest))
        try await lock.setPicturePassword(LockBench.template)
        #expect(try await !lock.isPicturePasswordOutdated())
    }

    @Test("A picture password of an app's own verifier needs a lock with one")
    func drawingsOfAnUnknownVerifierAreRefused() async throws {
        let template = GestureTemplate(
            pictureDigest: LockBench.pictureDigest, samples: LockBench.template.samples, verifier: .custom)
        let lock = try await LockBench().lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        await #expect(throws: VaultError.verifierMissing) { try await lock.setPicturePassword(try #require(template)) }
        #expect(!lock.snapshot.methods.contains(.picture))
        let own = try await LockBench(verifier: OwnVerifier()).lockedApp()
        try await own.unlock(with: .passcode(.of("2580")))
        try await own.setPicturePassword(try #require(template))
        own.lockNow()
        try await own.unlock(with: .drawing(LockBench.drawing(shift: 3), on: LockBench.pictureDigest))
    }

    @Test("A request to lock shows the passcode screen immediately") func lockNowShowsThePasscode() async throws {
        let lock = try await LockBench().lockedApp()
        #expect(lock.snapshot.presentedMethod == .passcode)
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.snapshot.presentedMethod == nil)
        #expect(lock.deviceLocked().presentedMethod == .passcode)
    }

    @Test("The screen keeps nothing of a deleted lock") func nothingOfATakenLockIsLeftOnTheScreen() async throws {
        let lock = try await LockBench(settings: LockSettings(graceSeconds: 60)).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        // Within the grace period the owner is still unlocked.
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        try await lock.deleteVault()
        lock.windowWillEnterForeground(window)
        #expect(lock.windowBecameActive(window).state == .unconfigured)
        #expect(lock.snapshot.passcodeKind == nil && lock.snapshot.methods.ordered.isEmpty && lock.dataKey == nil)
        try await lock.refresh()
        #expect(lock.snapshot.passcodeKind == nil)
        #expect(try await lock.setUp(passcode: .of("1379"), kind: .fourDigits) != nil)
    }

    @Test("An unreadable vault keeps the app covered without a prompt")
    func beforeTheDeviceWasUnlockedNothingIsAskedAndNothingShown() async throws {
        let store = UnreliableStorage()
        let bench = LockBench(store: store)
        _ = try await bench.lockedApp()
        await store.becomeUnreadable()
        let lock = bench.start()
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.snapshot.presentedMethod == nil && lock.snapshot.methods.ordered.isEmpty)
        await #expect(throws: UnreliableStorage.fault) { try await lock.refresh() }
        let snapshot = try await lock.snapshot { $0.loading == .failed(UnreliableStorage.fault) }
        #expect(snapshot.state == .locked)
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("2580"))) }
        await store.becomeUnreadable(false)
        lock.dataBecameAvailable()
        _ = try await lock.snapshot { $0.presentedMethod == .passcode }
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.snapshot.shows(window))
    }

    @Test("Content is shown once storage confirms that there is no lock")
    func anAppWithoutALockShowsItsContentOnceThatIsKnown() async throws {
        let store = UnreliableStorage()
        await store.becomeUnreadable()
        let lock = LockBench(store: store).start()
        let opened = Log()
        lock.whenOpen { opened.add("link") }
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        _ = try await lock.snapshot { $0.loading == .failed(UnreliableStorage.fault) }
        await store.becomeUnreadable(false)
        lock.dataBecameAvailable()
        let screen = try await lock.snapshot { $0.state == .unconfigured }
        // Links are delivered after the change.
        while opened.lines.isEmpty { await Task.yield() }
        #expect(screen.shows(window) && opened.lines == ["link"])
    }

    @Test("A vault that vanishes while the app is locked keeps it covered")
    func aVaultThatVanishesWhileTheAppIsLockedOpensNothing() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        try await bench.store.remove()
        try await lock.refresh()
        #expect(lock.snapshot.state == .recoveryRequired(.vaultVanished) && !lock.snapshot.shows(window))
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("2580"))) }
        #expect(!lock.snapshot.shows(window) && lock.dataKey == nil)
    }
}

/// A log for lines from any thread.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [String] = []

    var lines: [String] { lock.withLock { written } }
    func add(_ line: String) { lock.withLock { written.append(line) } }
}

/// A verifier of an app, which accepts every drawing.
private struct OwnVerifier: GestureVerifier {
    let threshold = 1.0

    func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Void> {
        GestureComparison(score: 1, parts: [])
    }
}

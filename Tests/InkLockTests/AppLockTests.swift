// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode
import Testing

struct AppLockTests {
    let window = LockBench.window

    @Test func anAppWithoutALockShowsItsContent() async throws {
        let lock = try await LockBench().launch()
        lock.windowOpened(window)
        #expect(!lock.screen.shows(window))
        #expect(lock.windowBecameActive(window).shows(window))
        #expect(lock.screen.state == .unconfigured && lock.key == nil)
    }

    @Test func settingUpALockUnlocks() async throws {
        let lock = try await LockBench().launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        let code = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
        #expect(code != nil)
        #expect(lock.screen.state == .unlocked && lock.screen.shows(window))
        #expect(lock.screen.passcodeKind == .fourDigits)
        #expect(lock.screen.methods.ordered == [.passcode, .recoveryCode])
        #expect(lock.key?.key(for: "notes") != nil)
        await #expect(throws: VaultError.exists) { try await lock.setUp(passcode: .of("1379"), kind: .fourDigits) }
    }

    @Test func anAppIsLockedWhenItStarts() async throws {
        let bench = LockBench()
        _ = try await bench.lockedApp()
        let lock = try await bench.launch()
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.screen.state == .locked && lock.screen.presented == .passcode && lock.key == nil)
        await #expect(throws: VaultError.rejected(.mayTry)) { try await lock.submit(passcode: .of("1111")) }
        #expect(lock.screen.refusal == .vault(.rejected(.mayTry)) && !lock.screen.shows(window))
        try await lock.submit(passcode: .of("2580"))
        #expect(lock.screen.shows(window) && lock.screen.refusal == nil)
        #expect(lock.key != nil)
    }

    @Test func theKeyIsTheSameEachTimeAndGoneWhileLocked() async throws {
        let lock = try await LockBench().lockedApp()
        try await lock.submit(passcode: .of("2580"))
        let first = try #require(lock.key)
        let purpose = first.key(for: "notes")
        lock.lock()
        #expect(lock.key == nil && first.symmetricKey == nil)
        try await lock.submit(passcode: .of("2580"))
        #expect(lock.key?.key(for: "notes") == purpose)
    }

    @Test func leavingCoversAtOnceAndLocksAfterGrace() async throws {
        let bench = LockBench(settings: LockSettings(graceSeconds: 60))
        let lock = try await bench.lockedApp()
        try await lock.submit(passcode: .of("2580"))
        #expect(!lock.windowResignedActive(window).shows(window))
        lock.windowEnteredBackground(window)
        #expect(lock.key != nil)
        bench.clock.pass(seconds: 59)
        lock.windowWillEnterForeground(window)
        #expect(lock.windowBecameActive(window).shows(window))
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        bench.clock.pass(seconds: 60)
        #expect(lock.windowWillEnterForeground(window).state == .locked)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.key == nil)
    }

    @Test func tooManyWrongPasscodesCountDownAndSurviveAStart() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        for guess in ["1111", "2222", "3333", "4444"] {
            await #expect(throws: VaultError.self) { try await lock.submit(passcode: .of(guess)) }
        }
        guard case .lockedOut(_, let seconds) = lock.screen.state else {
            Issue.record("not locked out: \(lock.screen.state)")
            return
        }
        #expect(seconds == 60)
        await #expect(throws: VaultError.refused(.lockedOut(seconds: 60))) {
            try await lock.submit(passcode: .of("2580"))
        }
        bench.clock.pass(seconds: 30)
        let again = try await bench.launch()
        again.windowOpened(window)
        again.windowBecameActive(window)
        #expect(again.screen.presented == nil)
        await #expect(throws: VaultError.refused(.lockedOut(seconds: 30))) {
            try await again.submit(passcode: .of("2580"))
        }
        bench.clock.pass(seconds: 30)
        try await again.submit(passcode: .of("2580"))
        #expect(again.screen.shows(window))
    }

    @Test func aRecoveryCodeOpensDuringALockoutAndAllowsANewPasscode() async throws {
        let bench = LockBench()
        let lock = try await bench.launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        let code = try #require(await lock.setUp(passcode: .of("2580"), kind: .fourDigits))
        lock.lock()
        for guess in ["1111", "2222", "3333", "4444"] {
            await #expect(throws: VaultError.self) { try await lock.submit(passcode: .of(guess)) }
        }
        await #expect(throws: VaultError.self) { try await lock.submit(recoveryCode: "00000") }
        try await lock.submit(recoveryCode: code.text)
        try await lock.change { vault, key throws(VaultError) in
            try await vault.setPasscode(.of("739155"), kind: .sixDigits, with: key)
        }
        #expect(lock.screen.passcodeKind == .sixDigits)
        lock.lock()
        await #expect(throws: VaultError.keyErased) { try await lock.change { _, _ in } }
        try await lock.submit(passcode: .of("739155"))
        #expect(lock.screen.shows(window))
    }

    @Test func linksWaitUntilTheContentMayBeSeen() async throws {
        let lock = try await LockBench().lockedApp()
        let opened = Log()
        lock.whenOpen { opened.add("first") }
        lock.whenOpen { opened.add("second") }
        #expect(opened.lines == [])
        await #expect(throws: VaultError.self) { try await lock.submit(passcode: .of("1111")) }
        #expect(opened.lines == [])
        try await lock.submit(passcode: .of("2580"))
        #expect(opened.lines == ["first", "second"])
        lock.whenOpen { opened.add("third") }
        #expect(opened.lines == ["first", "second", "third"])
    }

    @Test func lockingWhileAPasscodeIsTriedLeavesItLocked() async throws {
        let lock = try await LockBench().lockedApp()
        async let trying: Void = lock.submit(passcode: .of("2580"))
        _ = try await lock.screen { if case .verifying = $0.state { true } else { false } }
        lock.lock()
        // The attempt has either completed, or was cancelled by locking.
        do { try await trying } catch { #expect(error as? VaultError == .cancelled) }
        lock.lock()
        #expect(lock.key == nil && !lock.screen.shows(window))
    }

    @Test func screensTellEveryChangeToEverybodyWhoWatches() async throws {
        let lock = try await LockBench().lockedApp()
        async let first = lock.screen { $0.state == .unlocked }
        async let second = lock.screen { $0.state == .unlocked }
        try await lock.submit(passcode: .of("2580"))
        let screens = try await [first, second]
        #expect(screens.allSatisfy { $0.shows(window) })
    }

    @Test func aLockThatWasTakenAwayIsNoneAfterAStartEither() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        await #expect(throws: VaultError.keyErased) { try await lock.remove() }
        try await lock.submit(passcode: .of("2580"))
        try await lock.remove()
        #expect(lock.screen.state == .unconfigured && lock.key == nil)
        #expect(try await bench.launch().screen.state == .unconfigured)
    }

    @Test func aRecoveryCodeIsShownEvenIfNothingCanBeReadAfterwards() async throws {
        let store = UnreliableStorage()
        let lock = try await LockBench(store: store).launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        // Creating a vault stores it twice.
        await store.becomeUnreadable(afterSaves: 2)
        let first = try #require(await lock.setUp(passcode: .of("2580"), kind: .fourDigits))
        #expect(lock.screen.state == .unlocked && lock.screen.methods.ordered == [.passcode, .recoveryCode])
        await store.becomeUnreadable(false)
        await store.becomeUnreadable(afterSaves: 1)
        let second = try await lock.change { vault, key throws(VaultError) in
            try await vault.renewRecoveryCode(with: key)
        }
        await #expect(throws: UnreliableStorage.fault) { try await lock.refresh() }
        await store.becomeUnreadable(false)
        lock.lock()
        await #expect(throws: VaultError.self) { try await lock.submit(recoveryCode: first.text) }
        try await lock.submit(recoveryCode: second.text)
        #expect(lock.screen.shows(window))
    }

    @Test func theOwnerChangesPasscodeAndPictureWhileIn() async throws {
        let lock = try await LockBench().lockedApp()
        let template = LockBench.template
        await #expect(throws: VaultError.keyErased) { try await lock.setPasscode(.of("739155"), kind: .sixDigits) }
        await #expect(throws: VaultError.keyErased) { try await lock.check(passcode: .of("2580")) }
        await #expect(throws: VaultError.keyErased) { try await lock.setPicture(template) }
        try await lock.submit(passcode: .of("2580"))
        await #expect(throws: VaultError.rejected(.mayTry)) { try await lock.check(passcode: .of("1111")) }
        try await lock.check(passcode: .of("2580"))
        #expect(lock.key?.symmetricKey != nil, "checking a passcode does not lock")
        try await lock.setPasscode(.of("739155"), kind: .sixDigits)
        #expect(lock.screen.passcodeKind == .sixDigits)
        try await lock.setPicture(template)
        #expect(lock.screen.methods.contains(.picture))
        lock.lock()
        try await lock.submit(gesture: LockBench.drawing(shift: 3), on: LockBench.pictureDigest)
        #expect(lock.screen.shows(window))
        try await lock.setPicture(nil)
        #expect(!lock.screen.methods.contains(.picture))
        lock.lock()
        try await lock.submit(passcode: .of("739155"))
    }

    @Test func nothingOfATakenLockIsLeftOnTheScreen() async throws {
        let lock = try await LockBench(settings: LockSettings(graceSeconds: 60)).lockedApp()
        try await lock.submit(passcode: .of("2580"))
        // Within the grace period the owner is still unlocked.
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        try await lock.remove()
        lock.windowWillEnterForeground(window)
        #expect(lock.windowBecameActive(window).state == .unconfigured)
        #expect(lock.screen.passcodeKind == nil && lock.screen.methods.ordered.isEmpty && lock.key == nil)
        try await lock.refresh()
        #expect(lock.screen.passcodeKind == nil)
        #expect(try await lock.setUp(passcode: .of("1379"), kind: .fourDigits) != nil)
    }

    @Test func beforeTheDeviceWasUnlockedNothingIsAskedAndNothingShown() async throws {
        let store = UnreliableStorage()
        let bench = LockBench(store: store)
        _ = try await bench.lockedApp()
        await store.becomeUnreadable()
        let lock = try await bench.launch(isDataAvailable: false)
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.screen.presented == nil && lock.screen.methods.ordered.isEmpty)
        await #expect(throws: UnreliableStorage.fault) { try await lock.refresh() }
        await #expect(throws: VaultError.self) { try await lock.submit(passcode: .of("2580")) }
        await store.becomeUnreadable(false)
        lock.dataBecameAvailable()
        _ = try await lock.screen { $0.presented == .passcode }
        try await lock.submit(passcode: .of("2580"))
        #expect(lock.screen.shows(window))
    }

    @Test func anAppWithoutALockShowsItsContentOnceThatIsKnown() async throws {
        let lock = try await LockBench().launch(isDataAvailable: false)
        let opened = Log()
        lock.whenOpen { opened.add("link") }
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        lock.dataBecameAvailable()
        let screen = try await lock.screen { $0.state == .unconfigured }
        #expect(screen.shows(window) && opened.lines == ["link"])
    }

    @Test func aVaultThatVanishesWhileTheAppIsLockedOpensNothing() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        try await bench.store.remove()
        try await lock.refresh()
        #expect(lock.screen.state == .recovery(.vaultVanished) && !lock.screen.shows(window))
        await #expect(throws: VaultError.self) { try await lock.submit(passcode: .of("2580")) }
        #expect(!lock.screen.shows(window) && lock.key == nil)
    }
}

/// A log for lines from any thread.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [String] = []

    var lines: [String] { lock.withLock { written } }
    func add(_ line: String) { lock.withLock { written.append(line) } }
}

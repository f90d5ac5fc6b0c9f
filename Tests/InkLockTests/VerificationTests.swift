// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import PicturePassword
import Synchronization
import Testing

/// Attempts that the vault counts while the app is open, or after it was locked or left.
struct VerificationTests {
    private let window = LockBench.window

    /// An open app that the device's owner may open, too.
    private func openApp(_ bench: LockBench) async throws -> AppLock {
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        return lock
    }

    /// Verifies wrong passcodes, and waits for the end of each lockout but the last.
    private func fail(_ count: Int, _ lock: AppLock, _ bench: LockBench) async throws {
        for number in 1...count {
            let error = await #expect(throws: VaultError.self) {
                try await lock.verify(passcode: .of("\(1000 + number)"))
            }
            #expect(lock.passcodeAttemptsLeft == 10 - number)
            if number < count, case .rejected(.lockedOut(let seconds)) = error {
                bench.clock.pass(seconds: Int64(seconds))
            }
        }
    }

    private func leaveAndReturn(_ lock: AppLock) {
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        lock.windowWillEnterForeground(window)
        lock.windowBecameActive(window)
    }

    @Test("Wrong passcodes while the app is open let the device's owner wait after the next lock", arguments: [4, 10])
    func wrongVerificationsHoldAfterLocking(_ count: Int) async throws {
        let owner = ScriptedOwner()
        let bench = LockBench(owner: owner)
        let lock = try await openApp(bench)
        try await fail(count, lock, bench)
        #expect(lock.snapshot.shows(window), "Wrong passcodes do not lock an open app.")
        let locked = lock.lockNow()
        if count == 4 {
            #expect(locked.state == .lockedOut(from: bench.clock.now(), seconds: 60) && lock.lockoutSeconds == 60)
        } else {
            #expect(locked.state == .recoveryRequired(.passcodeFailures))
        }
        #expect(lock.offeredMethods == [.recoveryCode])
        #expect(lock.requestUnlock(with: .deviceOwner).state == locked.state)
        #expect(lock.requestUnlock().presentedMethod == .recoveryCode)
        leaveAndReturn(lock)
        try await lock.refresh()
        #expect(lock.snapshot.state.kind == locked.state.kind && lock.offeredMethods == [.recoveryCode])
        #expect(await owner.prompts.isEmpty)
        guard count == 4 else { return }
        bench.clock.pass(seconds: 60)
        lock.requestUnlock()
        #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
        #expect(lock.lockNow().state == .locked)
    }

    @Test("A lockout outlives a return within the grace period, and ends with a right passcode")
    func aRightVerificationEndsTheLockout() async throws {
        let bench = LockBench(owner: ScriptedOwner(), settings: LockSettings(graceSeconds: 30))
        let lock = try await openApp(bench)
        try await fail(4, lock, bench)
        leaveAndReturn(lock)
        #expect(lock.snapshot.shows(window))
        try await lock.refresh()
        bench.clock.pass(seconds: 59)
        leaveAndReturn(lock)
        #expect(lock.lockNow().state.kind == .lockedOut && lock.offeredMethods == [.recoveryCode])
        bench.clock.pass(seconds: 1)
        try await lock.unlock(with: .passcode(.of("2580")))
        try await fail(4, lock, bench)
        bench.clock.pass(seconds: 60)
        try await lock.verify(passcode: .of("2580"))
        #expect(lock.lockNow().state == .locked && lock.offeredMethods.first == .deviceOwner)
    }

    @Test("A wrong passcode whose verification the lock interrupts closes the prompt of the device's owner")
    func aLockedAppLearnsOfItsVerification() async throws {
        let next = Interruption()
        let owner = ScriptedOwner()
        let bench = LockBench(owner: owner, deriver: InterruptedDeriver { await next.run() })
        let lock = try await openApp(bench)
        try await fail(3, lock, bench)
        await owner.answer(.waits)
        await next.set {
            lock.lockNow()
            lock.requestUnlock()
            while await owner.prompts.isEmpty { await Task.yield() }
        }
        await #expect(throws: VaultError.rejected(.lockedOut(seconds: 60))) {
            try await lock.verify(passcode: .of("1111"))
        }
        #expect(lock.snapshot.state.kind == .lockedOut && lock.offeredMethods == [.recoveryCode])
        #expect(await owner.prompts.count == 1)
    }

    @Test("The lock learns of a wrong passcode whose caller is cancelled", arguments: [false, true])
    func cancelledVerificationsCount(_ isRight: Bool) async throws {
        let next = Interruption()
        let bench = LockBench(owner: ScriptedOwner(), deriver: InterruptedDeriver { await next.run() })
        let lock = try await openApp(bench)
        try await fail(isRight ? 4 : 3, lock, bench)
        if isRight { bench.clock.pass(seconds: 60) }
        let task = Task {
            await next.waitUntilSet()
            try await lock.verify(passcode: .of(isRight ? "2580" : "1111"))
        }
        await next.set { task.cancel() }
        _ = await task.result
        #expect(lock.passcodeAttemptsLeft == (isRight ? 10 : 6))
        #expect(lock.lockNow().state.kind == (isRight ? .locked : .lockedOut))
    }

    @Test("A wrong passcode whose screen was left lets the device's owner wait")
    func attemptsThatWereGivenUpCount() async throws {
        let next = Interruption()
        let owner = ScriptedOwner()
        let bench = LockBench(owner: owner, deriver: InterruptedDeriver { await next.run() })
        let lock = try await openApp(bench)
        try await fail(3, lock, bench)
        lock.lockNow()
        let window = window
        await next.set {
            lock.windowResignedActive(window)
            lock.windowEnteredBackground(window)
        }
        await #expect(throws: VaultError.rejected(.lockedOut(seconds: 60))) {
            try await lock.unlock(with: .passcode(.of("1111")))
        }
        lock.windowWillEnterForeground(window)
        #expect(lock.windowBecameActive(window).state.kind == .lockedOut)
        try await lock.refresh()
        #expect(await owner.prompts.isEmpty)
    }

    @Test("If the vault cannot be read after a wrong passcode, its own answer counts")
    func theAnswerCountsWhereTheVaultIsUnreadable() async throws {
        let store = UnreliableStorage()
        let bench = LockBench(store: store, owner: ScriptedOwner())
        let lock = try await openApp(bench)
        try await fail(3, lock, bench)
        await store.becomeUnreadable(afterSaves: 1)
        await #expect(throws: VaultError.rejected(.lockedOut(seconds: 60))) {
            try await lock.verify(passcode: .of("1111"))
        }
        #expect(lock.passcodeAttemptsLeft == nil)
        #expect(lock.lockNow().state.kind == .lockedOut && lock.offeredMethods == [.recoveryCode])
    }
}

/// Drawings that are verified while the app is open.
struct DrawingVerificationTests {
    private let window = LockBench.window

    /// Returns the lock of an open app with a picture password.
    private func openApp(_ bench: LockBench) async throws -> AppLock {
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setPicturePassword(LockBench.template)
        return lock
    }

    /// Verifies the owner's drawing, moved by `shift` picture units.
    private func draw(_ shift: Double, _ lock: AppLock) async throws(VaultError) {
        try await lock.verify(drawing: LockBench.drawing(shift: shift), on: LockBench.pictureDigest)
    }

    @Test("A drawing confirms a change without a passcode, and neither opens nor locks the app")
    func aDrawingConfirmsAChange() async throws {
        let lock = try await LockBench().lockedApp()
        await #expect(throws: VaultError.keyErased) { try await draw(3, lock) }
        #expect(lock.snapshot.state == .locked)
        try await lock.unlock(with: .passcode(.of("2580")))
        await #expect(throws: VaultError.notEnrolled) { try await draw(3, lock) }
        try await lock.setPicturePassword(LockBench.template)
        try await lock.removePasscode()
        let key = lock.dataKey?.symmetricKey
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) { try await draw(151, lock) }
        #expect(lock.pictureAttemptsLeft == 4)
        await #expect(throws: VaultError.otherPicture) {
            try await lock.verify(drawing: LockBench.drawing(shift: 3), on: [6])
        }
        #expect(lock.pictureAttemptsLeft == 4)
        try await draw(3, lock)
        #expect(lock.pictureAttemptsLeft == 5 && lock.failedAttempts.count == 1)
        await #expect(throws: VaultError.rejected(.attemptsAllowed), "a recording") { try await draw(3, lock) }
        try await draw(3.5, lock)
        #expect(lock.failedAttempts.count == 2)
        #expect(lock.dataKey?.symmetricKey == key && lock.snapshot.shows(window) && lock.openedBy == .passcode)
        lock.lockNow()
        await #expect(throws: VaultError.keyErased) { try await draw(2.5, lock) }
        try await lock.unlock(with: .drawing(LockBench.drawing(shift: 2.5), on: LockBench.pictureDigest))
    }

    @Test("Five wrong drawings while the app is open end the picture password until the passcode opens the app")
    func wrongVerificationsEndThePicturePassword() async throws {
        let lock = try await openApp(LockBench())
        for number in 1...5 {
            let standing: AttemptStanding = number < 5 ? .attemptsAllowed : .passcodeRequired(.pictureFailures)
            await #expect(throws: VaultError.rejected(standing)) { try await draw(150 + Double(number), lock) }
            #expect(lock.pictureAttemptsLeft == 5 - number)
        }
        await #expect(throws: VaultError.refused(.passcodeRequired(.pictureFailures))) { try await draw(3, lock) }
        #expect(lock.snapshot.shows(window), "Wrong drawings do not lock an open app.")
        #expect(lock.lockNow().state == .passcodeRequired(.pictureFailures))
        #expect(lock.offeredMethods == [.passcode, .recoveryCode])
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.pictureAttemptsLeft == 5 && lock.failedAttempts.count == 5)
        try await draw(3, lock)
    }

    @Test("No drawing is verified during the lockout of the passcode")
    func noDrawingIsVerifiedDuringALockout() async throws {
        let bench = LockBench()
        let lock = try await openApp(bench)
        for number in 1...4 {
            await #expect(throws: VaultError.self) { try await lock.verify(passcode: .of("\(1000 + number)")) }
        }
        await #expect(throws: VaultError.refused(.lockedOut(seconds: 60))) { try await draw(3, lock) }
        #expect(lock.pictureAttemptsLeft == 5)
        bench.clock.pass(seconds: 60)
        try await draw(3, lock)
        #expect(lock.passcodeAttemptsLeft == 10 && lock.lockNow().state == .locked)
    }

    @Test("A drawing confirms no change to the vault of another passcode")
    func aDrawingOfAnotherUserConfirmsNothing() async throws {
        let lock = try await openApp(LockBench(offersDuress: true))
        try await lock.setDuressPasscode(.of("7391"))
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("7391")))
        await #expect(throws: VaultError.rejected(.attemptsAllowed), "the owner's") { try await draw(3, lock) }
        #expect(lock.pictureAttemptsLeft == 5)
        try await lock.setPicturePassword(LockBench.template)
        try await draw(3.5, lock)
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("2580")))
        let key = lock.dataKey?.symmetricKey
        await #expect(throws: VaultError.rejected(.attemptsAllowed)) { try await draw(2.5, lock) }
        #expect(lock.pictureAttemptsLeft == 5 && key != nil && lock.dataKey?.symmetricKey == key)
    }

    @Test("A drawing whose verification the lock interrupts opens nothing and reports its wrong attempts later")
    func aLockedAppStaysLocked() async throws {
        let interruption = Mutex<(@Sendable () -> Void)?>(nil)
        let verifier = InterruptedVerifier { interruption.withLock { $0.take() }?() }
        let lock = try await LockBench(verifier: verifier).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        let template = GestureTemplate(
            pictureDigest: LockBench.pictureDigest, samples: LockBench.template.samples, verifier: .custom)
        try await lock.setPicturePassword(try #require(template))
        await #expect(throws: VaultError.self) { try await lock.verify(passcode: .of("1111")) }
        interruption.withLock { $0 = { lock.lockNow() } }
        try await draw(3, lock)
        #expect(lock.dataKey == nil && lock.snapshot.state == .locked)
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts.count == 1)
    }
}

/// A verifier of an app, which accepts every drawing, and calls a closure before each comparison.
private struct InterruptedVerifier: GestureVerifier {
    let threshold = 1.0
    let interruption: @Sendable () -> Void

    func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Void> {
        interruption()
        return GestureComparison(score: 1, parts: [])
    }
}

/// A closure that interrupts the next derivation.
private actor Interruption {
    private var body: (@Sendable () async -> Void)?

    func set(_ body: @escaping @Sendable () async -> Void) { self.body = body }

    func waitUntilSet() async { while body == nil { await Task.yield() } }

    func run() async {
        let body = body
        self.body = nil
        await body?()
    }
}

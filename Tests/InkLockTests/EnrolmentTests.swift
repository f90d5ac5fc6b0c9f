// SPDX-License-Identifier: MIT
import InkGeometry
import InkLock
import LockVault
import Passcode
import PicturePassword
import Synchronization
import Testing

/// A lock takes no passcode and no drawing that is too easy to guess, unless the app says so.
struct EnrolmentTests {
    private func open(_ enrolment: EnrolmentRule) async throws -> AppLock {
        var bench = LockBench()
        bench.enrolment = enrolment
        bench.offersDuress = true
        let lock = try await bench.launch()
        lock.windowOpened(LockBench.window)
        lock.windowBecameActive(LockBench.window)
        return lock
    }

    @Test("Common passcodes are rejected at set-up and at each change")
    func commonPasscodesAreRefusedAtSetUpAndAtEachChange() async throws {
        let lock = try await open(EnrolmentRule())
        for (passcode, kind, reason) in [
            ("1234", .fourDigits, .pattern(.run)), ("2580", .fourDigits, .pattern(.keypad)),
            ("123456", .sixDigits, .pattern(.run)), ("password", .alphanumeric, .word), ("", .alphanumeric, .tooShort),
        ] as [(String, PasscodeKind, PasscodePolicy.Refusal)] {
            await #expect(throws: VaultError.passcodeRefused(reason)) {
                _ = try await lock.setUp(passcode: .of(passcode), kind: kind)
            }
        }
        #expect(lock.snapshot.state == .unconfigured)
        _ = try await lock.setUp(passcode: .of("quartz lantern"), kind: .alphanumeric)
        for change in 0..<3 {
            let reason = change < 2 ? PasscodePolicy.Refusal.pattern(.run) : .word
            await #expect(throws: VaultError.passcodeRefused(reason)) {
                switch change {
                case 0: try await lock.setPasscode(.of("1234"), kind: .fourDigits)
                case 1: _ = try await lock.renewDataKey(passcode: .of("1234"), kind: .fourDigits)
                default: try await lock.setDuressPasscode(.of("password"))
                }
            }
        }
        try await lock.setDuressPasscode(.of("velvet compass"))
        try await lock.verify(passcode: .of("quartz lantern"))
        #expect(EnrolmentRule().refusal(of: .of("1234"), kind: .fourDigits) != nil)
        #expect(EnrolmentRule.any.refusal(of: .of("1234"), kind: .fourDigits) == nil)
    }

    @Test("Weak drawings are rejected") func weakDrawingsAreRefused() async throws {
        let lock = try await open(EnrolmentRule())
        _ = try await lock.setUp(passcode: .of("quartz lantern"), kind: .alphanumeric)
        let tap = PictureGesture([
            GesturePart(
                .tap(count: 1), fingers: [FingerPath([GesturePoint(InkPoint(x: 160, y: 160), time: 0)])])
        ])
        let weak = try #require(GestureTemplate(pictureDigest: [5], samples: [tap, tap, tap]))
        await #expect(throws: VaultError.pictureRefused) { try await lock.setPicturePassword(weak) }
        #expect(!lock.snapshot.methods.contains(.picture))
        let neutral = try await open(.any)
        _ = try await neutral.setUp(passcode: .of("2580"), kind: .fourDigits)
        try await neutral.setPicturePassword(weak)
        #expect(neutral.snapshot.methods.contains(.picture))
    }

    @Test("Unlocking reports the failed attempts since the last unlock")
    func theOwnerIsToldOfWrongAttempts() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        for guess in ["1111", "1112"] {
            bench.clock.pass(seconds: 10)
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of(guess))) }
        }
        let last = bench.clock.now().wallMilliseconds
        bench.clock.pass(seconds: 100)
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts == .init(count: 2, lastWallMilliseconds: last))
        lock.lockNow()
        #expect(lock.failedAttempts == .init())
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts == .init())
    }

    @Test("An attempt that is given up reports its wrong attempts later", arguments: [true, false])
    func wrongAttemptsOutliveAnAttemptThatIsGivenUp(isCancelled: Bool) async throws {
        let pending = Mutex<(@Sendable () -> Void)?>(nil)
        let bench = LockBench(deriver: InterruptedDeriver { pending.withLock { $0 }?() })
        let lock = try await bench.lockedApp()
        for guess in ["1111", "1112"] {
            bench.clock.pass(seconds: 10)
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of(guess))) }
        }
        bench.clock.pass(seconds: 100)
        let (hasBegun, begin) = AsyncStream.makeStream(of: Void.self)
        let attempt = Task {
            for await _ in hasBegun { break }
            try await lock.unlock(with: .passcode(.of("2580")))
        }
        pending.withLock { $0 = { if isCancelled { attempt.cancel() } else { lock.lockNow() } } }
        begin.yield()
        await #expect(throws: VaultError.cancelled) { try await attempt.value }
        #expect(lock.dataKey == nil)
        pending.withLock { $0 = nil }
        if isCancelled { lock.lockNow() }
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts.count == 2)
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts.count == 0)
    }

    @Test("A verification that the lock interrupts reports its wrong attempts later")
    func wrongAttemptsOutliveAVerificationThatIsInterrupted() async throws {
        let pending = Mutex<(@Sendable () -> Void)?>(nil)
        let bench = LockBench(deriver: InterruptedDeriver { pending.withLock { $0 }?() })
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        await #expect(throws: VaultError.self) { try await lock.verify(passcode: .of("1111")) }
        pending.withLock { $0 = { lock.lockNow() } }
        try await lock.verify(passcode: .of("2580"))
        #expect(lock.dataKey == nil)
        pending.withLock { $0 = nil }
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts.count == 1)
    }

    @Test("The owner's passcode under a duress passcode reports its wrong attempts later")
    func wrongAttemptsOutliveAVerificationUnderDuress() async throws {
        let lock = try await LockBench(offersDuress: true).lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDuressPasscode(.of("7391"))
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("7391")))
        for guess in ["1111", "2580"] {
            await #expect(throws: VaultError.rejected(.attemptsAllowed)) { try await lock.verify(passcode: .of(guess)) }
        }
        lock.lockNow()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.failedAttempts.count == 1)
    }

    @Test("The data key can be renewed while the app is unlocked")
    func theKeyIsRenewedWhileTheAppIsOpen() async throws {
        let bench = LockBench()
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        let old = try #require(lock.dataKey?.symmetricKey)
        let renewed = try await lock.renewDataKey(passcode: .of("1379"), kind: .fourDigits)
        #expect(lock.dataKey === renewed.key && renewed.key.symmetricKey != old && renewed.previous.symmetricKey == old)
        #expect(renewed.recoveryCode != nil)
        // A kill here: the next start has both keys.
        let next = try await bench.launch()
        next.windowOpened(LockBench.window)
        next.windowBecameActive(LockBench.window)
        try await next.unlock(with: .passcode(.of("1379")))
        let previous = try #require(try await next.previousDataKey())
        #expect(previous.symmetricKey == old)
        lock.lockNow()
        #expect(renewed.key.symmetricKey == nil && renewed.previous.symmetricKey == nil)
        try await next.finishRenewal()
        #expect(try await next.previousDataKey() == nil)
        next.lockNow()
        #expect(previous.symmetricKey == nil)
        await #expect(throws: VaultError.keyErased) { try await next.previousDataKey() }
    }
}

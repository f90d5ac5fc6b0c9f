// SPDX-License-Identifier: MIT
import LockFlow
import Testing

/// Tests of the title, message and methods that a cover shows in each state of the lock.
struct CoverContentTests {
    private static let now = ClockReading(
        uptimeMilliseconds: 0, boot: BootIdentity(high: 0, low: 1), wallMilliseconds: 0)
    private static let (prompt, check) = (
        UnlockAttempt(number: 1, method: .biometrics), UnlockAttempt(number: 1, method: .passcode)
    )
    private static let states: [LockState] =
        [.unconfigured, .unlocked, .covered(since: now), .locked, .prompting(prompt), .verifying(check)]
        + [.lockedOut(from: now, seconds: 60), .wiped] + PasscodeReason.allCases.map { .passcodeRequired($0) }
        + RecoveryReason.allCases.map { .recoveryRequired($0) }

    private func content(
        _ state: LockState, presented: UnlockMethod? = nil, _ offered: [UnlockMethod] = [.passcode, .recoveryCode],
        seconds: Double = 0, hasPasskey: Bool = false
    ) -> CoverContent {
        CoverContent(
            state, presentedMethod: presented, offeredMethods: offered, lockoutSeconds: seconds, hasPasskey: hasPasskey)
    }

    @Test("Each state has its title and message", arguments: states) func eachStateHasAMessage(_ state: LockState) {
        let (title, message): (CoverContent.Title, CoverContent.Message?) =
            switch state {
            case .unconfigured, .unlocked, .covered: (.covered, .goOn)
            case .locked, .verifying: (.locked, nil)
            case .prompting: (.waiting(.biometrics), nil)
            case .lockedOut: (.locked, .mayTryAgain)
            case .passcodeRequired(let reason): (.locked, .passcodeRequired(reason))
            case .recoveryRequired(let reason): (.locked, .recoveryRequired(reason))
            case .wiped: (.wiped, .wiped)
            }
        let shown = content(state)
        #expect(shown.title == title && shown.message == message)
    }

    @Test("A lockout has its own title until it is over") func aLockoutEnds() {
        for seconds in [60, 0.001] {
            let shown = content(.lockedOut(from: Self.now, seconds: 60), [.recoveryCode], seconds: seconds)
            #expect(shown.title == .lockedOut && shown.message == nil && shown.countsDown)
        }
        let over = content(.lockedOut(from: Self.now, seconds: 60))
        #expect(over.title == .locked && over.message == .mayTryAgain && over.countsDown)
        #expect(Self.states.filter { content($0).countsDown } == [.lockedOut(from: Self.now, seconds: 60)])
    }

    @Test("The best method has the main button, unless a method has its own screen", arguments: states)
    func theBestMethodComesFirst(_ state: LockState) {
        let offersMethods =
            switch state {
            case .unconfigured, .unlocked, .covered, .prompting, .verifying, .wiped: false
            case .locked, .lockedOut, .passcodeRequired, .recoveryRequired: true
            }
        let methods: [UnlockMethod] = [.passkey, .picture, .passcode]
        let cover = content(state, methods)
        #expect(cover.best == (offersMethods ? .passkey : nil))
        #expect(cover.others == (offersMethods ? [.picture, .passcode] : []))
        let screen = content(state, presented: .picture, methods)
        #expect(screen.best == nil && screen.others == (offersMethods ? [.passkey, .passcode] : []))
    }

    @Test("Without a method, the message says so, and sends the owner for no code", arguments: states)
    func withoutMethodsThereIsAMessage(_ state: LockState) {
        for hasPasskey in [false, true] {
            let message: CoverContent.Message? =
                switch state {
                case .locked, .passcodeRequired: .noMethod
                case .recoveryRequired(.vaultVanished): .recoveryRequired(.vaultVanished)
                // After too many wrong passcodes, a passkey unlocks too, on a device that supports it.
                case .recoveryRequired(.passcodeFailures) where hasPasskey: .noMethod
                case .recoveryRequired: .nothingUnlocks
                case .unconfigured, .unlocked, .covered, .prompting, .verifying, .lockedOut, .wiped:
                    content(state).message
                }
            let shown = content(state, [], hasPasskey: hasPasskey)
            #expect(shown.message == message && shown.best == nil && shown.others.isEmpty)
        }
    }
}

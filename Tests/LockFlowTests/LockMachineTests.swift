// SPDX-License-Identifier: MIT
import LockFlow
import Testing

/// The rows of the lock's event table, from the user's point of view.
@Suite struct LockMachineTests {
    private static let window = WindowID(rawValue: 1)
    private static let second = WindowID(rawValue: 2)
    private static let methods = UnlockMethods(
        .init(biometrics: true, devicePasscode: true),
        .init(deviceOwner: .biometrics, passcode: true, recoveryCode: true))
    private static let withPasskey = UnlockMethods(
        .init(passkeys: true), .init(passkey: true, passcode: true, recoveryCode: true))
    private static func at(_ seconds: Int64) -> ClockReading {
        ClockReading(
            uptimeMilliseconds: seconds * 1000, boot: BootIdentity(high: 1, low: 2),
            wallMilliseconds: 1_700_000_000_000 + seconds * 1000)
    }

    private func launched(
        _ settings: LockSettings = LockSettings(), methods: UnlockMethods = Self.methods
    ) -> LockMachine {
        var machine = LockMachine(isConfigured: true, settings: settings, methods: methods, at: Self.at(0))
        _ = machine.windowOpened(Self.window)
        return machine
    }

    private func unlocked(_ settings: LockSettings = LockSettings()) -> LockMachine {
        var machine = launched(settings)
        let actions = machine.windowBecameActive(Self.window, at: Self.at(1))
        guard case .prompt(let attempt) = actions.first else {
            Issue.record("no prompt: \(actions)")
            return machine
        }
        _ = machine.attemptAccepted(attempt, at: Self.at(2))
        return machine
    }

    @Test("A launch is covered and prompts once") func launchIsCoveredAndAsksOnce() {
        var machine = launched()
        #expect(machine.state == .locked && !machine.isVisible(Self.window))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(1)).count == 1)
        // The app's own prompt takes the focus and returns it.
        #expect(
            machine.windowResignedActive(Self.window, at: Self.at(2)) == [
                .cover(Self.window), .endEditing(Self.window),
            ])
        #expect(machine.windowBecameActive(Self.window, at: Self.at(3)).isEmpty)
    }

    @Test("An accepted attempt shows the content") func acceptedAttemptShowsTheContent() {
        let machine = unlocked()
        #expect(machine.state == .unlocked && machine.isVisible(Self.window) && machine.holdsKey)
    }

    @Test("The content appears once the prompt has returned the focus")
    func aPromptThatStillHoldsTheFocusUncoversAfterwards() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.windowResignedActive(Self.window, at: Self.at(1))
        #expect(machine.attemptAccepted(attempt, at: Self.at(5)).isEmpty)
        #expect(!machine.isVisible(Self.window) && machine.holdsKey)
        #expect(machine.windowBecameActive(Self.window, at: Self.at(6)) == [.uncover(Self.window)])
    }

    @Test("A cancelled prompt is repeated only on request") func cancellingLeavesACoverToTapAndAsksNoMore() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        #expect(machine.promptFailed(attempt, .interrupted, at: Self.at(2)).isEmpty)
        _ = machine.windowResignedActive(Self.window, at: Self.at(3))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(4)).isEmpty)
        guard case .prompt = machine.unlockRequested(at: Self.at(5)).first else {
            Issue.record("a tap on the cover does not prompt again")
            return
        }
    }

    @Test("The fallback button of the prompt presents the passcode")
    func theButtonBesideThePromptOpensTheAppsPasscode() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        #expect(machine.promptFailed(attempt, .fallbackChosen, at: Self.at(2)) == [.present(.passcode)])
        #expect(machine.presentedMethod == .passcode && machine.state == .locked)
    }

    @Test("Changed biometrics require the passcode") func newFingersAskForThePasscodeOnce() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.promptFailed(attempt, .biometricsChanged, at: Self.at(2))
        #expect(machine.state == .passcodeRequired(.biometricsChanged))
        #expect(machine.unlockRequested(.biometrics, at: Self.at(3)).isEmpty)
        #expect(machine.unlockRequested(at: Self.at(3)) == [.present(.passcode)])
    }

    @Test(
        "Where there is no passcode, a drawing unlocks after a change of the device",
        arguments: [
            PromptFailure.biometricsChanged, .keyLost,
        ])
    func aDrawingIsAllowedWhereThereIsNoPasscode(failure: PromptFailure) {
        let methods = UnlockMethods(
            .init(biometrics: true, devicePasscode: true),
            .init(deviceOwner: .biometrics, picture: true, recoveryCode: true))
        var machine = launched(methods: methods)
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.promptFailed(attempt, failure, at: Self.at(2))
        #expect(machine.offeredMethods(at: Self.at(3)) == [.picture, .recoveryCode])
        #expect(machine.unlockRequested(at: Self.at(3)) == [.present(.picture)])
        _ = machine.standingRead(.passcodeRequired(.pictureFailures), at: Self.at(4))
        #expect(machine.offeredMethods(at: Self.at(5)) == [.recoveryCode])
    }

    @Test("Wrong input and lockouts do not end the requirement after a change of the device")
    func aChangeOfTheDeviceOutlastsWrongInput() {
        let methods = UnlockMethods(
            .init(biometrics: true, devicePasscode: true),
            .init(deviceOwner: .biometrics, passcode: true, picture: true, recoveryCode: true))
        var machine = launched(methods: methods)
        guard case .prompt(let prompt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.promptFailed(prompt, .biometricsChanged, at: Self.at(2))
        for (seconds, standing) in [(3, AttemptStanding.attemptsAllowed), (4, .lockedOut(seconds: 60))] {
            guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(Int64(seconds))).first
            else {
                Issue.record("the expected action is missing")
                return
            }
            _ = machine.attemptRejected(attempt, standing: standing, at: Self.at(Int64(seconds)))
            let isOut = standing != .attemptsAllowed
            #expect(machine.offeredMethods(at: Self.at(5)) == (isOut ? [.recoveryCode] : [.passcode, .recoveryCode]))
        }
        #expect(machine.offeredMethods(at: Self.at(65)) == [.passcode, .recoveryCode])
        _ = machine.standingRead(.attemptsAllowed, at: Self.at(66))
        #expect(machine.state == .passcodeRequired(.biometricsChanged))
        guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(67)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptAccepted(attempt, at: Self.at(68))
        _ = machine.lockRequested(at: Self.at(68))
        #expect(machine.offeredMethods(at: Self.at(69)) == methods.ordered)
    }

    @Test("Removing the device passcode never unlocks the app") func aRemovedDevicePasscodeNeverUnlocks() {
        var machine = LockMachine(
            isConfigured: true,
            methods: UnlockMethods(.init(devicePasscode: true), .init(deviceOwner: .biometricsOrDevicePasscode)),
            at: Self.at(0))
        _ = machine.windowOpened(Self.window)
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.promptFailed(attempt, .keyLost, at: Self.at(2))
        #expect(machine.state == .recoveryRequired(.devicePasscodeRemoved) && !machine.holdsKey)
    }

    @Test("Returning within the grace period needs no unlock", arguments: [(29, true), (30, false), (31, false)])
    func graceLetsBackInForItsTime(away: Int64, isIn: Bool) {
        var machine = unlocked(LockSettings(graceSeconds: 30))
        _ = machine.windowResignedActive(Self.window, at: Self.at(10))
        #expect(!machine.isVisible(Self.window))
        _ = machine.windowEnteredBackground(Self.window, at: Self.at(11))
        _ = machine.windowWillEnterForeground(Self.window, at: Self.at(10 + away))
        _ = machine.windowBecameActive(Self.window, at: Self.at(10 + away))
        #expect(machine.isVisible(Self.window) == isIn)
        #expect(machine.holdsKey == isIn)
    }

    @Test("A restart or a clock that runs backwards ends the grace period")
    func aRestartAndAClockThatRunsBackwardsEndGrace() {
        for later in [
            ClockReading(
                uptimeMilliseconds: 1, boot: BootIdentity(high: 9, low: 9), wallMilliseconds: 1_700_000_011_000),
            Self.at(5),
        ] {
            var machine = unlocked(LockSettings(graceSeconds: 3600))
            _ = machine.windowResignedActive(Self.window, at: Self.at(10))
            _ = machine.windowEnteredBackground(Self.window, at: Self.at(10))
            _ = machine.windowBecameActive(Self.window, at: later)
            #expect(!machine.isVisible(Self.window) && !machine.holdsKey)
        }
    }

    @Test("A short loss of focus covers the app without locking it")
    func pullingDownANotificationCoversAndDoesNotLock() {
        var machine = unlocked()
        _ = machine.windowResignedActive(Self.window, at: Self.at(10))
        #expect(!machine.isVisible(Self.window))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(60)) == [.uncover(Self.window)])
    }

    @Test("A window that needs no focus is covered out of sight only")
    func aWindowThatNeedsNoFocusIsCoveredOutOfSightOnly() {
        var machine = unlocked(
            LockSettings(graceSeconds: 30, coversWhenInactive: false, locksWhenInactive: true))
        #expect(machine.windowResignedActive(Self.window, at: Self.at(10)).isEmpty)
        #expect(machine.isVisible(Self.window))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(1000)) == [.uncover(Self.window)])
        _ = machine.windowResignedActive(Self.window, at: Self.at(1001))
        _ = machine.windowEnteredBackground(Self.window, at: Self.at(1002))
        #expect(!machine.isVisible(Self.window))
        #expect(machine.windowWillEnterForeground(Self.window, at: Self.at(1003)) == [.uncover(Self.window)])
        _ = machine.windowEnteredBackground(Self.window, at: Self.at(1004))
        _ = machine.windowWillEnterForeground(Self.window, at: Self.at(1034))
        #expect(machine.state == .locked && !machine.isVisible(Self.window))
    }

    @Test("Locking immediately covers every window and does not prompt") func lockNowLocksEveryWindowAndDoesNotAsk() {
        var machine = unlocked()
        _ = machine.windowOpened(Self.second)
        _ = machine.windowBecameActive(Self.second, at: Self.at(3))
        let actions = machine.lockRequested(at: Self.at(3))
        #expect(actions.contains(.cover(Self.window)) && actions.contains(.cover(Self.second)))
        #expect(actions.last == .eraseKey)
        #expect(machine.windowBecameActive(Self.window, at: Self.at(4)).isEmpty)
        // The best method is a prompt. Its button waits, and no other screen takes its place.
        #expect(machine.presentedMethod == nil && machine.offeredMethods(at: Self.at(4)).first == .biometrics)
    }

    @Test("The app's own screen follows every locking immediately") func ownScreenFollowsEveryLocking() {
        for method in [UnlockMethod.passcode, .picture] {
            let choices = UnlockMethods.Choices(passcode: true, picture: method == .picture, recoveryCode: true)
            var machine = launched(LockSettings(locksWhenInactive: true), methods: UnlockMethods(.init(), choices))
            #expect(machine.windowBecameActive(Self.window, at: Self.at(1)) == [.present(method)])
            let lockings: [(inout LockMachine) -> [LockAction]] = [
                { $0.lockRequested(at: Self.at(3)) },
                { $0.deviceLocked(at: Self.at(3)) },
                {
                    _ = $0.windowResignedActive(Self.window, at: Self.at(3))
                    return $0.windowBecameActive(Self.window, at: Self.at(4))
                },
            ]
            for locking in lockings {
                guard case .verify(let attempt) = machine.attemptSubmitted(method, at: Self.at(2)).first else {
                    Issue.record("the expected action is missing")
                    return
                }
                _ = machine.attemptAccepted(attempt, at: Self.at(2))
                #expect(machine.state == .unlocked && machine.presentedMethod == nil)
                #expect(locking(&machine).last == .present(method))
                #expect(machine.state == .locked && machine.presentedMethod == method)
                // Neither the focus nor another request repeats it.
                _ = machine.windowResignedActive(Self.window, at: Self.at(5))
                #expect(machine.windowBecameActive(Self.window, at: Self.at(6)).isEmpty)
                #expect(machine.lockRequested(at: Self.at(7)).isEmpty && machine.presentedMethod == method)
            }
        }
    }

    @Test("A host that asks by hand gets no screen after a locking") func noScreenWithoutAutomaticPrompts() {
        var machine = launched(
            LockSettings(promptsAutomatically: false), methods: UnlockMethods(.init(), .init(passcode: true)))
        _ = machine.windowBecameActive(Self.window, at: Self.at(1))
        guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(2)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptAccepted(attempt, at: Self.at(2))
        #expect(machine.lockRequested(at: Self.at(3)).last == .eraseKey && machine.presentedMethod == nil)
    }

    @Test("A device that locks is not prompted, and the prompt follows the return once")
    func lockedDeviceIsNotPrompted() {
        var machine = launched(methods: UnlockMethods(.init(), .init(passcode: true)))
        _ = machine.windowBecameActive(Self.window, at: Self.at(1))
        guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(2)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptAccepted(attempt, at: Self.at(2))
        _ = machine.methodsChanged(Self.methods, at: Self.at(3))
        #expect(machine.deviceLocked(at: Self.at(4)).last == .eraseKey && machine.state == .locked)
        guard case .prompt(let prompt) = machine.windowBecameActive(Self.window, at: Self.at(5)).last else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptAccepted(prompt, at: Self.at(6))
        _ = machine.deviceLocked(at: Self.at(7))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(8)).isEmpty)
    }

    @Test("Another screen takes the place of one whose method is gone, and no prompt does")
    func vanishedMethodIsReplaced() {
        let both = UnlockMethods(.init(), .init(passcode: true, picture: true))
        var machine = launched(methods: both)
        #expect(machine.windowBecameActive(Self.window, at: Self.at(1)) == [.present(.picture)])
        var other = machine
        let passcode = UnlockMethods(.init(), .init(passcode: true))
        #expect(machine.methodsChanged(passcode, at: Self.at(2)) == [.present(.passcode)])
        #expect(machine.methodsChanged(both, at: Self.at(3)).isEmpty && machine.presentedMethod == .passcode)
        let passkey = UnlockMethods(.init(passkeys: true), .init(passkey: true))
        #expect(other.methodsChanged(passkey, at: Self.at(2)).isEmpty && other.presentedMethod == nil)
    }

    @Test("A prompt ends by itself where its method goes meanwhile")
    func aPromptOutlivesItsMethod() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        let passcode = UnlockMethods(.init(), .init(passcode: true))
        #expect(machine.methodsChanged(passcode, at: Self.at(2)).isEmpty && machine.state == .prompting(attempt))
        var accepted = machine
        #expect(machine.promptFailed(attempt, .sensorLockedOut, at: Self.at(3)).isEmpty && machine.state == .locked)
        #expect(machine.unlockRequested(at: Self.at(4)) == [.present(.passcode)])
        #expect(accepted.attemptAccepted(attempt, at: Self.at(3)) == [.uncover(Self.window)])
    }

    @Test("No screen appears by itself after a cancelled prompt") func noScreenAfterACancelledPrompt() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.promptFailed(attempt, .interrupted, at: Self.at(2))
        #expect(machine.methodsChanged(UnlockMethods(.init(), .init(passcode: true)), at: Self.at(3)).isEmpty)
        _ = machine.windowResignedActive(Self.window, at: Self.at(3))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(4)).isEmpty && machine.presentedMethod == nil)
    }

    @Test("A lockout that is over by the locking does not hold", arguments: [(62, true), (63, false)])
    func elapsedLockoutEndsWithTheLocking(seconds: Int64, holds: Bool) {
        var machine = unlocked()
        _ = machine.standingRead(.lockedOut(seconds: 60), at: Self.at(3))
        let lockings: [(inout LockMachine) -> [LockAction]] = [
            { $0.lockRequested(at: Self.at(seconds)) },
            { $0.deviceLocked(at: Self.at(seconds)) },
            { $0.windowEnteredBackground(Self.window, at: Self.at(seconds)) },
        ]
        for locking in lockings {
            var locked = machine
            _ = locking(&locked)
            #expect(locked.state == (holds ? .lockedOut(from: Self.at(3), seconds: 60) : .locked))
        }
    }

    @Test("A lockout that is over during an attempt leaves the screen of the attempt")
    func elapsedLockoutLeavesTheScreen() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptCancelled(attempt, at: Self.at(2))
        _ = machine.attemptSubmitted(.passcode, at: Self.at(2))
        _ = machine.standingRead(.lockedOut(seconds: 60), at: Self.at(3))
        guard case .verifying(let passcode) = machine.state else {
            Issue.record("the expected state is missing")
            return
        }
        let ends: [(inout LockMachine) -> [LockAction]] = [
            { $0.lockRequested(at: Self.at(70)) }, { $0.attemptCancelled(passcode, at: Self.at(70)) },
        ]
        for end in ends {
            var ended = machine
            #expect(!end(&ended).contains(.present(.passcode)))
            #expect(ended.state == .locked && ended.presentedMethod == .passcode)
            let methods = UnlockMethods(.init(), .init(passcode: true))
            #expect(ended.methodsChanged(methods, at: Self.at(71)).isEmpty)
        }
    }

    @Test("Links wait for the unlock and are delivered in order") func linksWaitAndComeInOrder() {
        var machine = launched()
        _ = machine.linkReceived(HeldLink(rawValue: 7))
        _ = machine.linkReceived(HeldLink(rawValue: 8))
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        #expect(
            machine.attemptAccepted(attempt, at: Self.at(2)) == [
                .uncover(Self.window), .deliver(HeldLink(rawValue: 7)), .deliver(HeldLink(rawValue: 8)),
            ])
        #expect(machine.linkReceived(HeldLink(rawValue: 9)) == [.deliver(HeldLink(rawValue: 9))])
    }

    @Test("A key that arrives after leaving the app is dropped") func aKeyThatComesTooLateIsDropped() {
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.windowEnteredBackground(Self.window, at: Self.at(2))
        #expect(machine.attemptAccepted(attempt, at: Self.at(3)) == [.eraseKey])
        #expect(machine.state == .locked)
    }

    @Test("During a lockout only the recovery code is accepted") func aLockoutLastsAndTheRecoveryCodeStillOpens() {
        var machine = launched()
        _ = machine.windowBecameActive(Self.window, at: Self.at(1))
        _ = machine.lockRequested(at: Self.at(1))
        guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(2)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptRejected(attempt, standing: .lockedOut(seconds: 60), at: Self.at(3))
        #expect(machine.attemptSubmitted(.passcode, at: Self.at(62)).isEmpty)
        #expect(machine.unlockRequested(.recoveryCode, at: Self.at(62)) == [.present(.recoveryCode)])
        #expect(machine.attemptSubmitted(.passcode, at: Self.at(63)).count == 1)
    }

    @Test(
        "Guesses of others hold up no passkey",
        arguments: [AttemptStanding.lockedOut(seconds: 60), .recoveryRequired(.passcodeFailures)])
    func passkeyIsNotLockedOut(standing: AttemptStanding) {
        var machine = launched(methods: Self.withPasskey)
        _ = machine.windowBecameActive(Self.window, at: Self.at(1))
        _ = machine.lockRequested(at: Self.at(1))
        guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(2)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptRejected(attempt, standing: standing, at: Self.at(3))
        #expect(machine.offeredMethods(at: Self.at(4)) == [.passkey, .recoveryCode])
        guard case .prompt(let prompt) = machine.unlockRequested(.passkey, at: Self.at(4)).first else {
            Issue.record("the expected action is missing")
            return
        }
        _ = machine.attemptCancelled(prompt, at: Self.at(5))
        #expect(
            machine.offeredMethods(at: Self.at(5)) == [.passkey, .recoveryCode], "the standing outlasts the prompt")
        #expect(machine.attemptSubmitted(.passcode, at: Self.at(5)).isEmpty)
    }

    /// Nothing but the recovery code opens a vault that moved or was damaged.
    @Test(
        "A passkey does not open what only the recovery code can",
        arguments: RecoveryReason.allCases.filter { $0 != .passcodeFailures })
    func passkeyWaitsForTheRecoveryCode(reason: RecoveryReason) {
        var machine = launched(methods: Self.withPasskey)
        _ = machine.standingRead(.recoveryRequired(reason), at: Self.at(1))
        _ = machine.windowBecameActive(Self.window, at: Self.at(1))
        #expect(machine.offeredMethods(at: Self.at(2)) == [.recoveryCode])
        #expect(machine.unlockRequested(.passkey, at: Self.at(2)).isEmpty)
    }

    @Test(
        "What the ledger counts while the app is unlocked holds after the next lock",
        arguments: [
            AttemptStanding.lockedOut(seconds: 60), .recoveryRequired(.passcodeFailures),
            .passcodeRequired(.pictureFailures), .wiped,
        ])
    func anUnlockedAppLocksIntoTheStanding(standing: AttemptStanding) {
        var machine = unlocked(LockSettings(graceSeconds: 30))
        #expect(machine.standingRead(standing, at: Self.at(3)).isEmpty)
        #expect(machine.isVisible(Self.window), "The reading does not lock.")
        _ = machine.windowEnteredBackground(Self.window, at: Self.at(4))
        _ = machine.standingRead(standing, at: Self.at(4))
        _ = machine.windowWillEnterForeground(Self.window, at: Self.at(5))
        #expect(machine.windowBecameActive(Self.window, at: Self.at(5)) == [.uncover(Self.window)])
        var later = machine
        #expect(machine.lockRequested(at: Self.at(5)).last == .eraseKey)
        var expected = LockMachine(
            isConfigured: true, methods: Self.methods, standing: standing, at: Self.at(4))
        _ = expected.windowOpened(Self.window)
        #expect(machine.state == expected.state)
        #expect(machine.offeredMethods(at: Self.at(5)) == expected.offeredMethods(at: Self.at(5)))
        #expect(machine.unlockRequested(.biometrics, at: Self.at(5)).isEmpty == (standing.kind != .passcodeRequired))
        // The newest reading counts, unless the vault is gone.
        _ = later.standingRead(.attemptsAllowed, at: Self.at(6))
        _ = later.lockRequested(at: Self.at(6))
        #expect(later.state == (standing == .wiped ? .wiped : .locked))
    }

    @Test("A lock that is set up again begins without the former standing") func aNewLockHasNoStanding() {
        var machine = unlocked()
        _ = machine.standingRead(.recoveryRequired(.passcodeFailures), at: Self.at(3))
        _ = machine.lockErased(at: Self.at(3))
        _ = machine.standingRead(.lockedOut(seconds: 60), at: Self.at(3))
        #expect(machine.state == .unconfigured)
        _ = machine.lockConfigured(Self.methods, at: Self.at(4))
        _ = machine.lockRequested(at: Self.at(4))
        #expect(machine.state == .locked)
    }

    @Test("A prompt that a reading rules out is closed, and any other goes on") func readingsClosePrompts() {
        let standing = AttemptStanding.lockedOut(seconds: 60)
        var machine = launched()
        guard case .prompt(let attempt) = machine.windowBecameActive(Self.window, at: Self.at(1)).first else {
            Issue.record("the expected action is missing")
            return
        }
        var other = machine
        #expect(other.standingRead(.passcodeRequired(.pictureFailures), at: Self.at(2)).isEmpty)
        #expect(other.state == .prompting(attempt))
        #expect(machine.standingRead(standing, at: Self.at(2)) == [.cancelPrompt(attempt), .eraseKey])
        #expect(machine.state == .lockedOut(from: Self.at(2), seconds: 60))
        var passkey = launched(methods: Self.withPasskey)
        _ = passkey.windowBecameActive(Self.window, at: Self.at(1))
        #expect(passkey.attemptedMethod == .passkey)
        #expect(passkey.standingRead(standing, at: Self.at(2)).isEmpty && passkey.attemptedMethod == .passkey)
        _ = passkey.windowEnteredBackground(Self.window, at: Self.at(3))
        #expect(passkey.state == .lockedOut(from: Self.at(2), seconds: 60), "The end of the attempt adopts it.")
    }

    @Test("The screen of a method that a reading rules out closes with its attempt") func readingsCloseScreens() {
        var machine = launched()
        _ = machine.windowBecameActive(Self.window, at: Self.at(1))
        _ = machine.lockRequested(at: Self.at(1))
        guard case .verify(let attempt) = machine.attemptSubmitted(.passcode, at: Self.at(2)).first else {
            Issue.record("the expected action is missing")
            return
        }
        #expect(machine.standingRead(.lockedOut(seconds: 60), at: Self.at(3)).isEmpty)
        #expect(machine.state == .verifying(attempt) && machine.presentedMethod == .passcode)
        _ = machine.attemptCancelled(attempt, at: Self.at(4))
        #expect(machine.state == .lockedOut(from: Self.at(3), seconds: 60) && machine.presentedMethod == nil)
    }
}

// SPDX-License-Identifier: MIT
import LockFlow
import Testing

private let window = WindowID(rawValue: 1)

private func moment(_ seconds: Double) -> ClockReading {
    ClockReading(
        uptimeMilliseconds: Int64(seconds * 1000), boot: BootIdentity(high: 0, low: 1),
        wallMilliseconds: 1_700_000_000_000 + Int64(seconds * 1000))
}

private let allChoices = UnlockMethods.Choices(passkey: true, passcode: true, picture: true, recoveryCode: true)

private func machine(_ standing: AttemptStanding, _ choices: UnlockMethods.Choices = allChoices) -> LockMachine {
    let methods = UnlockMethods(.init(biometrics: true, devicePasscode: true, passkeys: true), choices)
    var machine = LockMachine(
        isConfigured: true, settings: LockSettings(promptsAutomatically: false), methods: methods, standing: standing,
        at: moment(0))
    _ = machine.windowOpened(window)
    _ = machine.windowBecameActive(window, at: moment(0))
    return machine
}

@Test("The allowed methods are offered, the best first") func lockOffersWhatMayBeTriedBestFirst() {
    #expect(machine(.attemptsAllowed).offeredMethods(at: moment(1)) == [.passkey, .picture, .passcode, .recoveryCode])
    let required = machine(.passcodeRequired(.pictureFailures))
    #expect(required.offeredMethods(at: moment(1)) == [.passkey, .passcode, .recoveryCode])
    #expect(
        machine(.passcodeRequired(.biometricsChanged)).offeredMethods(at: moment(1)) == [.passcode, .recoveryCode])
    #expect(machine(.recoveryRequired(.passcodeFailures)).offeredMethods(at: moment(1)) == [.passkey, .recoveryCode])
    #expect(machine(.wiped).offeredMethods(at: moment(1)).isEmpty)
}

@Test("Wrong drawings close the picture alone, also where there is no passcode")
func wrongDrawingsCloseThePictureAlone() {
    let choices: [(UnlockMethods.Choices, [UnlockMethod])] = [
        (.init(passkey: true, picture: true), [.passkey]),
        (.init(deviceOwner: .biometricsOrDevicePasscode, picture: true), [.deviceOwner]),
        (.init(deviceOwner: .biometrics, picture: true, recoveryCode: true), [.biometrics, .recoveryCode]),
    ]
    for (choices, offered) in choices {
        #expect(machine(.passcodeRequired(.pictureFailures), choices).offeredMethods(at: moment(1)) == offered)
    }
}

@Test(
    "The device owner waits with the passcode",
    arguments: [
        AttemptStanding.lockedOut(seconds: 60), .recoveryRequired(.passcodeFailures),
    ])
func wrongPasscodesLetTheDeviceOwnerWait(standing: AttemptStanding) {
    let machine = machine(standing, .init(deviceOwner: .biometrics, passcode: true, recoveryCode: true))
    #expect(machine.offeredMethods(at: moment(1)) == [.recoveryCode])
}

@Test("All methods are offered again after a lockout") func lockOffersAllAgainWhenALockoutIsOver() {
    let lockedOut = machine(.lockedOut(seconds: 60))
    #expect(lockedOut.offeredMethods(at: moment(59)) == [.passkey, .recoveryCode])
    #expect(lockedOut.lockoutSeconds(at: moment(59)) == 1)
    #expect(lockedOut.lockoutSeconds(at: moment(61)) == 0)
    #expect(lockedOut.offeredMethods(at: moment(61)) == [.passkey, .picture, .passcode, .recoveryCode])
    // Looking changes nothing.
    #expect(lockedOut.state == .lockedOut(from: moment(0), seconds: 60))
}

@Test("No method is offered during an attempt") func lockOffersNothingElseWhileSomethingIsTried() {
    var machine = machine(.attemptsAllowed)
    _ = machine.attemptSubmitted(.passcode, at: moment(1))
    #expect(machine.attemptedMethod == .passcode)
    #expect(machine.offeredMethods(at: moment(1)).isEmpty)
}

/// Whatever is offered can be begun.
@Test(
    "Exactly the offered methods can be started",
    arguments: [
        AttemptStanding.attemptsAllowed, .lockedOut(seconds: 5), .passcodeRequired(.biometricsChanged),
        .recoveryRequired(.attemptsUnknown), .wiped,
    ])
func lockBeginsExactlyWhatItOffers(standing: AttemptStanding) {
    for seconds in [1.0, 10] {
        let offered = machine(standing).offeredMethods(at: moment(seconds))
        for method in UnlockMethod.allCases {
            var machine = machine(standing)
            let begins = !machine.unlockRequested(method, at: moment(seconds)).isEmpty
            #expect(begins == offered.contains(method), "\(standing), \(method), \(seconds) s")
        }
    }
}

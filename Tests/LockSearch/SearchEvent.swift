// SPDX-License-Identifier: MIT
import LockFlow

/// An event of a lock, with those values that make a difference.
package enum SearchEvent: Hashable, Sendable {
    case open(WindowID)
    case close(WindowID)
    case resign(WindowID)
    case background(WindowID)
    case foreground(WindowID)
    case activate(WindowID)
    case tap
    case request(UnlockMethod)
    case submit(UnlockMethod)
    case accept(Answer)
    case reject(Answer, AttemptStanding)
    case cancel(Answer)
    case fail(Answer, PromptFailure)
    case lockRequested
    case deviceLocked
    case dataAvailable
    case noLockFound
    case link
    case change(UnlockMethods)
    case read(AttemptStanding)
    case configured
    case found(AttemptStanding)
    case removed
    case erased
    case promptShown
    case promptClosed
    case wait(Wait)

    /// The attempt that a result is for.
    package enum Answer: Hashable, Sendable, CaseIterable { case current, stale }

    /// The passing of time: within the grace period, beyond every grace period and lockout, across a reboot, or
    /// backwards.
    package enum Wait: Hashable, Sendable, CaseIterable { case short, long, reboot, backwards }

    package static let windows = [WindowID(rawValue: 1), WindowID(rawValue: 2)]

    package static let standings: [AttemptStanding] = [
        .attemptsAllowed, .lockedOut(seconds: SearchClock.lockout), .passcodeRequired(.pictureFailures),
        .recoveryRequired(.passcodeFailures), .wiped,
    ]

    package static let methods: [UnlockMethods] = [
        UnlockMethods(
            .init(biometrics: true, devicePasscode: true, passkeys: true),
            .init(deviceOwner: .biometrics, passkey: true, passcode: true, picture: true, recoveryCode: true)),
        UnlockMethods(.init(biometrics: true, devicePasscode: true), .init(deviceOwner: .biometricsOrDevicePasscode)),
        UnlockMethods(.init(), .init(passcode: true)),
        UnlockMethods(
            .init(biometrics: true, devicePasscode: true), .init(deviceOwner: .biometrics, picture: true)),
        UnlockMethods(.init(), .init()),
    ]

    package static let all: [SearchEvent] = {
        var all: [SearchEvent] = windows.flatMap {
            [.open($0), .close($0), .resign($0), .background($0), .foreground($0), .activate($0)]
        }
        all += [.tap, .lockRequested, .deviceLocked, .dataAvailable, .noLockFound, .link, .configured, .removed]
        all += [.erased, .promptShown, .promptClosed]
        all += UnlockMethod.allCases.map { .request($0) } + UnlockMethod.allCases.map { .submit($0) }
        all += Answer.allCases.flatMap { answer in
            [.accept(answer), .cancel(answer)] + standings.map { .reject(answer, $0) }
                + PromptFailure.allCases.map { .fail(answer, $0) }
        }
        all += [.found(.attemptsAllowed), .found(.lockedOut(seconds: SearchClock.lockout))]
        all += methods.map { .change($0) } + standings.map { .read($0) } + Wait.allCases.map { .wait($0) }
        return all
    }()
}

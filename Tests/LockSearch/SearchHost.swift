// SPDX-License-Identifier: MIT
import LockFlow

/// A host that performs the machine's actions and records the visible state.
///
/// It keeps its own state, from events and actions alone, so that the machine is checked by its effects.
package struct SearchHost: Hashable, Sendable {
    package var machine: LockMachine
    package var now = SearchClock.start
    var windows = SearchWindows()
    var holdsKey = false
    var prompt: UnlockAttempt?
    /// The attempt under way, and the one before it.
    var current: UnlockAttempt?
    var stale: UnlockAttempt?
    /// A Boolean value that indicates whether automatic prompts are no longer allowed.
    var hasAsked = false
    /// A Boolean value that indicates whether a method may be offered without the owner's request: since the last
    /// locking or return to the app, none was offered or requested, or the screen that was shown had to close.
    var isOfferDue = true
    var isDataAvailable: Bool
    /// The standing that the vault last reported, and the time of that report.
    var standing: AttemptStanding
    var standingSince: ClockReading
    /// A Boolean value that indicates whether the reported lockout has been over since. If the clock then runs
    /// backwards, the machine counts it as over only if it has looked in between.
    var hasLockoutEnded = false
    /// A Boolean value that indicates whether a prompt has found, since the owner last unlocked, that the device has
    /// changed. The device's owner and sensors then unlock no more.
    var hasDeviceChanged = false
    /// A Boolean value that indicates whether the passcode was set up when that was found, and is still. A picture then
    /// unlocks no more either.
    var needsPasscode = false
    /// The time since which no window has been active, if the owner was unlocked; else `nil`.
    var leftAt: ClockReading?
    var wasOutOfSight = false
    var isOwnPromptUp = false
    var links: [HeldLink] = []
    var linkCount: UInt32 = 0
    /// The state apart from an attempt under way.
    private var restingState: LockState {
        switch machine.state {
        case .prompting, .verifying: machine.resting
        default: machine.state
        }
    }
    /// The start and the length of the current lockout, which lasts during attempts with what cannot be guessed.
    var lockout: (ClockReading, Double)? {
        if case .lockedOut(let from, let length) = restingState { (from, length) } else { nil }
    }

    package init(isConfigured: Bool, settings: LockSettings, standing: AttemptStanding, isDataAvailable: Bool) {
        machine = LockMachine(
            isConfigured: isConfigured, settings: settings, methods: SearchEvent.methods[0], standing: standing,
            isDataAvailable: isDataAvailable, at: now)
        self.isDataAvailable = isDataAvailable
        self.standing = standing
        standingSince = now
    }

    /// The standing now: a lockout whose time has certainly passed is over, and stays so.
    var currentStanding: AttemptStanding {
        if case .lockedOut = standing, hasLockoutEnded || isLockoutOver { .attemptsAllowed } else { standing }
    }

    /// A Boolean value that indicates whether the time of the reported lockout has certainly passed.
    var isLockoutOver: Bool {
        guard case .lockedOut(let length) = standing, let gone = now.certainMilliseconds(since: standingSince) else {
            return false
        }
        return Double(gone) >= length * 1000
    }

    var isOpen: Bool { machine.state == .unlocked || machine.state == .unconfigured }
    /// A Boolean value that indicates whether the machine still waits for the result of the attempt.
    var isUnderWay: Bool {
        current.map { machine.state == .prompting($0) || machine.state == .verifying($0) } ?? false
    }
    var isInUse: Bool { windows.contains { $0.phase == .active } }
    var isOutOfSight: Bool { !windows.contains { $0.phase != nil && $0.phase != .background } }
}

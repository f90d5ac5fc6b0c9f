// SPDX-License-Identifier: MIT
import LockFlow

/// A host that does what it is told and writes down what a person in front of it could see.
///
/// It keeps its own books, from events and actions alone, so that the machine is judged by its effects.
package struct SearchHost: Hashable, Sendable {
    package var machine: LockMachine
    package var now = SearchClock.start
    var phases: [WindowID: WindowPhase] = [:]
    var uncovered: Set<WindowID> = []
    var holdsKey = false
    var prompt: UnlockAttempt?
    /// The attempt under way and the one before it.
    var current: UnlockAttempt?
    var stale: UnlockAttempt?
    /// Nothing may ask by itself any more.
    var hasAsked = false
    var isDataAvailable: Bool
    /// Since when no window was in use, if the owner had been in.
    var leftAt: Moment?
    var wasOutOfSight = false
    var isOwnPromptUp = false
    var links: [HeldLink] = []
    var linkCount: UInt32 = 0
    /// When the lockout that holds began, and for how long.
    var lockout: (Moment, Double)? {
        if case .lockedOut(let from, let length) = machine.state { (from, length) } else { nil }
    }

    package init(isConfigured: Bool, settings: LockSettings, standing: AttemptStanding, isDataAvailable: Bool) {
        machine = LockMachine(
            isConfigured: isConfigured, settings: settings, methods: SearchEvent.methods[0], standing: standing,
            isDataAvailable: isDataAvailable, at: now)
        self.isDataAvailable = isDataAvailable
    }

    var isInUse: Bool { phases.values.contains(.active) }
    var isOutOfSight: Bool { phases.values.allSatisfy { $0 == .background } }
}

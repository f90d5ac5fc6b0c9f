// SPDX-License-Identifier: MIT
import LockFlow

extension SearchHost {
    /// The same state with normalised values. Moments become ages, capped where they make no more difference; attempts
    /// and links are numbered from one. States that behave alike become equal, so that their number is finite.
    package var canonical: SearchHost {
        var host = self
        host.now = SearchClock.start
        host.leftAt = leftAt.map(aged)
        // A lockout that is over makes a difference while the machine has not seen its end.
        if !isLockout(machine.state) && !isLockout(machine.resting) { host.standing = currentStanding }
        let isLockedOut = if case .lockedOut = host.standing { true } else { false }
        host.standingSince = isLockedOut ? aged(standingSince) : SearchClock.start
        host.hasLockoutEnded = isLockedOut && (hasLockoutEnded || isLockoutOver)
        host.machine.state = renamed(machine.state)
        host.machine.resting = renamed(machine.resting)
        host.machine.attemptCount = Self.currentNumber
        host.current = current.map(renamed)
        host.prompt = prompt.map(renamed)
        host.links = links.indices.map { HeldLink(rawValue: UInt32($0) + 1) }
        host.machine.heldLinks = machine.heldLinks.indices.map { HeldLink(rawValue: UInt32($0) + 1) }
        host.linkCount = UInt32(links.count)
        host.orderWindows()
        return host
    }

    /// Sorts the windows by phase. Their identifiers make no difference.
    private mutating func orderWindows() {
        let (first, second) = (SearchEvent.windows[0], SearchEvent.windows[1])
        func rank(_ id: WindowID) -> Int { windows[id].phase.map { Int($0.rawValue) } ?? -1 }
        if rank(first) > rank(second) {
            (windows[first], windows[second]) = (windows[second], windows[first])
            for i in machine.windows.indices {
                machine.windows[i].id = machine.windows[i].id == first ? second : first
            }
        }
        machine.windows.sort { $0.id.rawValue < $1.id.rawValue }
    }

    private static var currentNumber: UInt32 { 2 }

    private func isLockout(_ state: LockState) -> Bool { if case .lockedOut = state { true } else { false } }

    private func renamed(_ attempt: UnlockAttempt) -> UnlockAttempt {
        UnlockAttempt(number: Self.currentNumber, method: attempt.method)
    }

    private func renamed(_ state: LockState) -> LockState {
        switch state {
        case .covered(let since): .covered(since: aged(since))
        case .lockedOut(let from, let length): .lockedOut(from: aged(from), seconds: length)
        case .prompting(let attempt): .prompting(renamed(attempt))
        case .verifying(let attempt): .verifying(renamed(attempt))
        default: state
        }
    }

    private func aged(_ moment: ClockReading) -> ClockReading {
        var aged = SearchClock.start
        let ages = -SearchClock.tick...SearchClock.ripe
        if moment.boot == now.boot {
            aged.uptimeMilliseconds -= (now.uptimeMilliseconds - moment.uptimeMilliseconds).clamped(to: ages)
        } else {
            aged.boot.low &-= 1
        }
        aged.wallMilliseconds -= (now.wallMilliseconds - moment.wallMilliseconds).clamped(to: ages)
        return aged
    }
}

extension Int64 {
    fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

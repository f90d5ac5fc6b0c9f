// SPDX-License-Identifier: MIT
import InkTestSupport
import LockFlow
import Testing

/// A device's clocks under an attacker's control. `now` is the true time in milliseconds.
private struct Clocks {
    var now: Int64 = 1_000_000_000
    var bootedAt: Int64 = 999_000_000
    var boot: UInt64 = 1
    var uptimeError: Int64 = 0
    var wallError: Int64 = 0

    var moment: ClockReading {
        ClockReading(
            uptimeMilliseconds: now - bootedAt + uptimeError, boot: BootIdentity(high: 0, low: boot),
            wallMilliseconds: now + wallError)
    }
}

/// The clock that the attacker controls. An attacker who controls both can end a delay early; that takes control of the
/// machine.
private enum Hold: CaseIterable {
    /// Settings and the power button: the wall clock can be set to any time, and the device restarted.
    case wallClock
    /// A machine that is suspended, restored or modified: the uptime can be set to any value, also after restarts.
    case uptime
}

/// A game of one attacker against one record. It checks every step.
private struct Game {
    var random: SplitMix64
    let hold: Hold
    let policy = LockoutPolicy()
    var clocks = Clocks()
    var record = AttemptRecord()
    /// The record in durable storage.
    var durable = AttemptRecord()
    /// The true time before which no attempt may be admitted.
    var dueAt: Int64 = .min
    var counted = 0

    mutating func play(steps: Int) {
        for _ in 0..<steps {
            switch UInt32.random(in: 0..<10, using: &random) {
            case 0...2: attempt()
            case 3, 4: look()
            case 5: clocks.now += Int64.random(in: 0...2_000, using: &random)
            case 6, 7: clocks.now += Int64.random(in: 0...policy.passcodeDelaysMilliseconds[5], using: &random)
            case 8: clocks.now += Int64.random(in: 0...policy.passcodeDelaysMilliseconds[8] * 2, using: &random)
            default: disturb()
            }
        }
        waitItOut()
    }

    private func check(_ holds: Bool, _ otherwise: Comment) {
        if !holds { Issue.record(otherwise) }
    }

    /// Sets the controlled clock, restarts the device, or kills the app before it has saved its record.
    private mutating func disturb() {
        let lie = Int64.random(in: -50_000_000...50_000_000, using: &random)
        switch UInt32.random(in: 0..<4, using: &random) {
        case 0, 1:
            if hold == .wallClock { clocks.wallError = lie } else { clocks.uptimeError = lie }
        case 2:
            clocks.now += Int64.random(in: 0...100_000, using: &random)
            clocks.bootedAt = clocks.now
            clocks.boot += 1
            clocks.uptimeError = hold == .uptime ? abs(lie) : 0
        default: record = durable
        }
    }

    private mutating func look() {
        let was = record
        if record.updatePenalty(at: clocks.moment) {
            durable = record
            check(record.passcode == was.passcode, "a look changed the count")
        }
        if let penalty = record.penalty {
            check(record.remainingMilliseconds(at: clocks.moment) <= penalty.milliseconds, "longer than a period")
            check(penalty.milliseconds == was.penalty?.milliseconds, "a look changed the period")
        }
    }

    private mutating func attempt() {
        look()
        switch record.attemptBegan(.passcode, at: clocks.moment, under: policy) {
        case .refused: return
        case .admitted(let ticket):
            durable = record
            counted += 1
            check(clocks.now >= dueAt, "admitted early")
            check(counted <= 10, "an eleventh guess")
            check(Int(record.passcode.sinceOpened) == counted, "a guess was forgotten")
            impose()
            clocks.now += Int64.random(in: 0...500, using: &random)
            // The app is killed in between, or the attempt is rejected.
            if UInt32.random(in: 0..<4, using: &random) == 0 {
                record = durable
            } else {
                let digest = AttemptDigest(high: random.next(), low: 0)
                check(
                    record.attemptRejected(ticket, as: digest, at: clocks.moment, under: policy), "an uncounted guess"
                )
                durable = record
                impose()
            }
        }
    }

    private mutating func impose() {
        guard counted < 10 else {
            dueAt = .max
            return
        }
        dueAt = clocks.now + policy.passcodeDelaysMilliseconds[counted - 1]
    }

    /// Once the clocks are correct again, a penalty ends one period after the next reading.
    private mutating func waitItOut() {
        look()
        guard let penalty = record.penalty else { return }
        clocks.now += penalty.milliseconds - record.remainingMilliseconds(at: clocks.moment)
        clocks.now += record.remainingMilliseconds(at: clocks.moment)
        check(record.remainingMilliseconds(at: clocks.moment) == 0, "not over after one period")
        look()
        check(record.penalty == nil, "elapsed and not cleared")
        check(clocks.now >= dueAt || counted >= 10, "over too early")
    }
}

@Test("No clock or restart shortens a lockout or adds more than a period", arguments: 1...30 as ClosedRange<UInt64>)
func noClockAndNoRestartShortensAPenaltyOrLengthensItByMoreThanAPeriod(seed: UInt64) {
    var seeds = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
        for hold in Hold.allCases {
            var game = Game(random: SplitMix64(seed: seeds.next()), hold: hold)
            game.play(steps: 40)
        }
    }
}

/// With correct clocks a penalty takes exactly its length.
@Test("With correct clocks a lockout has its exact length", arguments: 1...20 as ClosedRange<UInt64>)
func honestClocksGiveExactPenalties(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let policy = LockoutPolicy()
    var clocks = Clocks()
    clocks.wallError = Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
    var record = AttemptRecord()
    for count in 1...9 {
        guard case .admitted(let ticket) = record.attemptBegan(.passcode, at: clocks.moment, under: policy) else {
            Issue.record("refused after \(count - 1)")
            return
        }
        clocks.now += 300
        record.attemptRejected(ticket, as: nil, at: clocks.moment, under: policy)
        let delay = policy.passcodeDelaysMilliseconds[count - 1]
        #expect(record.remainingMilliseconds(at: clocks.moment) == delay)
        if delay > 0 {
            clocks.now += delay - 1
            #expect(record.remainingMilliseconds(at: clocks.moment) == 1)
            clocks.now += 1
        }
        #expect(record.remainingMilliseconds(at: clocks.moment) == 0)
    }
}

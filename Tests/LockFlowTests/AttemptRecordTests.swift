// SPDX-License-Identifier: MIT
import LockFlow
import Testing

private let boot = BootIdentity(high: 7, low: 7)

private func at(_ seconds: Int64) -> ClockReading {
    ClockReading(uptimeMilliseconds: seconds * 1000, boot: boot, wallMilliseconds: 1_700_000_000_000 + seconds * 1000)
}

private func digest(_ guess: UInt64) -> AttemptDigest { AttemptDigest(high: guess, low: ~guess) }

extension AttemptRecord {
    /// Tries a wrong passcode; `nil` when it was not admitted.
    fileprivate mutating func tryWrong(
        _ guess: UInt64, at now: ClockReading, under policy: LockoutPolicy = LockoutPolicy()
    ) -> Bool? {
        guard case .admitted(let ticket) = attemptBegan(.passcode, at: now, under: policy) else { return nil }
        return attemptRejected(ticket, as: digest(guess), at: now, under: policy)
    }
}

private func expectTry(
    _ record: inout AttemptRecord, _ guess: UInt64, at now: ClockReading, under policy: LockoutPolicy = LockoutPolicy(),
    _ expected: Bool?, sourceLocation: SourceLocation = #_sourceLocation
) {
    let counts = record.tryWrong(guess, at: now, under: policy)
    #expect(counts == expected, sourceLocation: sourceLocation)
}

@Test("Lockouts grow from the fourth failure to the tenth") func delaysRiseFromTheFourthFailureToTheTenth() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    var now: Int64 = 0
    let seconds: [Double] = [0, 0, 0, 60, 300, 900, 3_600, 10_800, 28_800]
    for (i, delay) in seconds.enumerated() {
        expectTry(&record, UInt64(i), at: at(now), true)
        #expect(
            record.standing(at: at(now), under: policy) == (delay > 0 ? .lockedOut(seconds: delay) : .attemptsAllowed),
            "failure \(i + 1)")
        if delay > 0 {
            expectTry(&record, 99, at: at(now + Int64(delay) - 1), nil)
            #expect(record.standing(at: at(now + Int64(delay) - 1), under: policy) == .lockedOut(seconds: 1))
        }
        now += Int64(delay)
    }
    expectTry(&record, 10, at: at(now), true)
    #expect(record.standing(at: at(now), under: policy) == .recoveryRequired(.passcodeFailures))
    expectTry(&record, 11, at: at(now + 1_000_000_000), nil)
}

@Test("What a given up opening would have reported is reported by the next one", arguments: VaultRole.allCases)
func discardedOpeningsAreReportedLater(role: VaultRole) {
    var record = AttemptRecord()
    for guess in 1...2 { expectTry(&record, UInt64(guess), at: at(Int64(guess)), true) }
    let failed = record.attemptAccepted(by: role)
    #expect(failed == FailedAttempts(count: 2, lastWallMilliseconds: at(2).wallMilliseconds))
    let before = record
    record.openingDiscarded(failed, by: role)
    // Nothing but the report changes.
    #expect(record.passcode == before.passcode && record.total == before.total && record.penalty == before.penalty)
    #expect(record.openings == before.openings)
    expectTry(&record, 3, at: at(3), true)
    var later = record
    #expect(
        later.attemptAccepted(by: role)
            == FailedAttempts(count: 3, lastWallMilliseconds: at(3).wallMilliseconds))
    #expect(later.attemptAccepted(by: role).count == 0)
    // The owner has seen what the user of a duress passcode is no longer told.
    var seen = before
    _ = seen.attemptAccepted(by: .owner)
    seen.openingDiscarded(failed, by: role)
    #expect(seen.attemptAccepted(by: .duress).count == 0)
    #expect(seen.attemptAccepted(by: .owner).count == (role == .owner ? 2 : 0))
    // A count does not overflow.
    var full = record
    full.openingDiscarded(FailedAttempts(count: .max, lastWallMilliseconds: 1), by: role)
    #expect(full.attemptAccepted(by: .owner).count == (role == .owner ? .max : 3))
}

@Test("A discarded opening is reported with a time, also after a right attempt that began before")
func discardedOpeningsKeepATime() {
    var record = AttemptRecord()
    for guess in 1...2 { expectTry(&record, UInt64(guess), at: at(Int64(guess)), true) }
    let failed = record.attemptAccepted(by: .owner)
    guard case .admitted(let ticket) = record.attemptBegan(.passcode, at: at(3), under: LockoutPolicy()) else {
        Issue.record("refused")
        return
    }
    record.openingDiscarded(failed, by: .owner)
    let later = record.attemptAccepted(ticket, by: .owner)
    #expect(later.count == 2 && later.lastWallMilliseconds != nil)
    #expect(record.attemptAccepted(by: .owner) == FailedAttempts())
}

@Test("An interrupted attempt counts as a failure") func anAttemptThatBreaksOffIsAFailure() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for count in 1...4 {
        guard case .admitted = record.attemptBegan(.passcode, at: at(0), under: policy) else {
            Issue.record("refused after \(count - 1)")
            return
        }
    }
    #expect(record.standing(at: at(0), under: policy) == .lockedOut(seconds: 60))
}

@Test("A repeated wrong passcode is not counted twice") func theSameWrongPasscodeAgainIsNotCountedTwice() {
    var record = AttemptRecord()
    expectTry(&record, 1, at: at(0), true)
    for _ in 0..<50 { expectTry(&record, 1, at: at(1), false) }
    #expect(record.passcode.sinceOpened == 1)
    expectTry(&record, 2, at: at(2), true)
    expectTry(&record, 1, at: at(3), true)
    #expect(record.passcode.sinceOpened == 3)
}

@Test("A policy can count a repeated wrong passcode") func theSameAgainIsCountedWhereThePolicySaysSo() {
    let policy = LockoutPolicy(countsRepeatedPasscode: true)
    var record = AttemptRecord()
    expectTry(&record, 1, at: at(0), under: policy, true)
    expectTry(&record, 1, at: at(0), under: policy, true)
    #expect(record.passcode.sinceOpened == 2)
}

@Test("A repeated wrong passcode does not restart a lockout") func theSameAgainBringsBackNoPenalty() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for guess in 1...4 { _ = record.tryWrong(UInt64(guess), at: at(0)) }
    expectTry(&record, 4, at: at(60), false)
    #expect(record.standing(at: at(60), under: policy) == .attemptsAllowed)
    #expect(record.passcode.sinceOpened == 4)
    expectTry(&record, 5, at: at(60), true)
    #expect(record.standing(at: at(60), under: policy) == .lockedOut(seconds: 300))
}

@Test("An attempt that overlaps an unlock does not lower the count")
func anAttemptThatOverlapsAnOpeningTakesNothingBack() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    _ = record.tryWrong(1, at: at(0))
    guard case .admitted(let ticket) = record.attemptBegan(.passcode, at: at(0), under: policy) else {
        Issue.record("the attempt is not admitted")
        return
    }
    record.attemptAccepted(by: .owner)
    _ = record.tryWrong(1, at: at(0))
    let counts = record.attemptRejected(ticket, as: digest(1), at: at(0), under: policy)
    #expect(counts)
    #expect(record.passcode.sinceOpened == 1)
    record.attemptCancelled(ticket)
    #expect(record.passcode.sinceOpened == 1)
}

@Test("A cancelled attempt is not counted") func whatWasNeverComparedIsTakenBack() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for guess in 1...3 { _ = record.tryWrong(UInt64(guess), at: at(0)) }
    for method in GuessedMethod.allCases {
        guard case .admitted(let ticket) = record.attemptBegan(method, at: at(0), under: policy) else {
            Issue.record("the attempt is not admitted")
            return
        }
        record.attemptCancelled(ticket)
    }
    #expect(record.standing(at: at(0), under: policy) == .attemptsAllowed)
    #expect(record.passcode.sinceOpened == 3)
    #expect(record.picture.sinceOpened == 0)
}

/// An attempt that is taken back ends its own delay only: not that of an attempt that was made meanwhile.
@Test("A cancelled attempt keeps the lockout of a concurrent attempt") func takenBackAttemptsLeaveOtherDelays() {
    let policy = LockoutPolicy()
    for repeats in [false, true] {
        var record = AttemptRecord()
        for guess in 1...5 as ClosedRange<UInt64> {
            _ = record.tryWrong(guess, at: at(Int64(guess) * 1_000_000), under: policy)
        }
        // The first attempt is still being compared when its delay has passed.
        guard case .admitted(let first) = record.attemptBegan(.passcode, at: at(7_000_000), under: policy),
            case .admitted(let second) = record.attemptBegan(.passcode, at: at(20_000_000), under: policy)
        else {
            Issue.record("an attempt is refused")
            return
        }
        record.attemptRejected(second, as: repeats ? digest(5) : digest(99), at: at(20_000_000), under: policy)
        if !repeats { record.attemptCancelled(first) }
        let isClosed = record.standing(at: at(20_000_001), under: policy) != .attemptsAllowed
        #expect(isClosed == !repeats)
    }
}

@Test("Five wrong drawings require the passcode") func fiveWrongDrawingsRequireThePasscode() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for _ in 0..<5 {
        guard case .admitted(let ticket) = record.attemptBegan(.picture, at: at(0), under: policy) else { break }
        record.attemptRejected(ticket, as: nil, at: at(0), under: policy)
    }
    #expect(record.standing(at: at(0), under: policy) == .passcodeRequired(.pictureFailures))
    let sixth = record.attemptBegan(.picture, at: at(0), under: policy)
    #expect(sixth == .refused(.passcodeRequired(.pictureFailures)))
    guard case .admitted(let ticket) = record.attemptBegan(.passcode, at: at(0), under: policy) else {
        Issue.record("the passcode has to be admitted")
        return
    }
    let failed = record.attemptAccepted(ticket, by: .owner)
    #expect(failed == FailedAttempts(count: 5, lastWallMilliseconds: at(0).wallMilliseconds))
    #expect(record == AttemptRecord(openings: 1))
}

@Test("A lockout also applies to the picture") func aPenaltyHoldsForThePictureToo() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for guess in 1...4 { _ = record.tryWrong(UInt64(guess), at: at(0)) }
    let drawing = record.attemptBegan(.picture, at: at(59), under: policy)
    #expect(drawing == .refused(.lockedOut(seconds: 1)))
}

@Test("Ten guesses between duress unlocks disable the owner passcode")
func guessingBehindTheDuressCodeEndsAfterTenUnseen() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for guess in 1...10 as ClosedRange<UInt64> {
        // Three guesses, then the duress code, which shows no trace of them.
        if guess % 3 == 1 {
            guard case .admitted(let ticket) = record.attemptBegan(.passcode, at: at(0), under: policy) else {
                Issue.record("the attempt is not admitted")
                return
            }
            #expect(!record.refusesOwner(.passcode, under: policy))
            record.attemptAccepted(ticket, by: .duress)
            #expect(record.passcode.sinceOpened == 0)
        }
        expectTry(&record, guess, at: at(0), true)
    }
    #expect(record.standing(at: at(0), under: policy) == .attemptsAllowed)
    guard case .admitted = record.attemptBegan(.passcode, at: at(0), under: policy) else {
        Issue.record("the attempt is not admitted")
        return
    }
    #expect(record.refusesOwner(.passcode, under: policy))
    record.attemptAccepted(by: .owner)
    #expect(record.passcode.sinceOwnerOpened == 0)
}

@Test("An expired lockout does not return after a restart") func aServedPenaltyDoesNotComeBackWithARestart() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for guess in 1...4 { _ = record.tryWrong(UInt64(guess), at: at(0)) }
    let tooEarly = record.updatePenalty(at: at(59))
    let inTime = record.updatePenalty(at: at(60))
    #expect(!tooEarly && inTime)
    let restarted = ClockReading(
        uptimeMilliseconds: 10, boot: BootIdentity(high: 0, low: 1), wallMilliseconds: 1_700_000_061_000)
    #expect(record.standing(at: restarted, under: policy) == .attemptsAllowed)
}

@Test("A wiped vault rejects every attempt") func aWipedVaultHasNothingLeftToTry() {
    let policy = LockoutPolicy(limitConsequence: .wipe)
    var record = AttemptRecord()
    record.vaultWiped()
    #expect(record.standing(at: at(0), under: policy) == .wiped)
    let attempt = record.attemptBegan(.passcode, at: at(0), under: policy)
    #expect(attempt == .refused(.wiped))
}

@Test("Invalid policies still limit attempts") func policiesWithoutSenseStillEnd() {
    let policy = LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: 0, pictureLimit: 0)
    var record = AttemptRecord()
    #expect(record.standing(at: at(0), under: policy) == .attemptsAllowed)
    expectTry(&record, 1, at: at(0), under: policy, true)
    #expect(record.standing(at: at(0), under: policy) == .recoveryRequired(.passcodeFailures))
    let longer = LockoutPolicy(passcodeDelaysMilliseconds: [-5, 1000], passcodeLimit: 100)
    var other = AttemptRecord()
    for guess in 1...5 { expectTry(&other, UInt64(guess), at: at(Int64(guess) * 1), under: longer, true) }
    #expect(other.standing(at: at(5), under: longer) == .lockedOut(seconds: 1))
}

extension AttemptRecord {
    fileprivate init(openings: UInt32) {
        self.init()
        attemptAcceptedTimes(openings)
    }

    private mutating func attemptAcceptedTimes(_ times: UInt32) {
        for _ in 0..<times { attemptAccepted(by: .owner) }
    }
}

/// The policy of secrets that cannot be guessed counts, and refuses nothing.
@Test("An unlimited policy counts attempts and never rejects them") func anUnlimitedPolicyCountsAndNeverRefuses() {
    var record = AttemptRecord()
    for guess in 0..<10_000 as Range<UInt64> {
        expectTry(&record, guess, at: at(0), under: .unlimited, true)
        guard case .admitted(let ticket) = record.attemptBegan(.picture, at: at(0), under: .unlimited) else {
            Issue.record("refused a drawing after \(guess)")
            return
        }
        record.attemptRejected(ticket, as: nil, at: at(0), under: .unlimited)
    }
    #expect(record.passcode.sinceOwnerOpened == 10_000 && record.picture.sinceOwnerOpened == 10_000)
    #expect(record.standing(at: at(0), under: .unlimited) == .attemptsAllowed)
    #expect(!record.isExhausted(under: .unlimited))
    #expect(!record.refusesOwner(.passcode, under: .unlimited) && !record.refusesOwner(.picture, under: .unlimited))
}

/// The owner is told of everything since the last time, the user of a duress passcode only of what that user could see.
@Test("Each unlock reports the failures since its own last unlock") func eachRoleIsToldOfTheFailuresThatItMaySee() {
    let policy = LockoutPolicy(passcodeDelaysMilliseconds: [])
    var record = AttemptRecord()
    for guess in 0..<3 as Range<UInt64> { expectTry(&record, guess, at: at(Int64(guess)), under: policy, true) }
    // The same again is no further attempt, and one that was cancelled is none.
    expectTry(&record, 2, at: at(3), under: policy, false)
    guard case .admitted(let ticket) = record.attemptBegan(.passcode, at: at(9), under: policy) else {
        Issue.record("the attempt is not admitted")
        return
    }
    record.attemptCancelled(ticket)
    #expect(record.lastFailure == at(3).wallMilliseconds)
    let time = at(3).wallMilliseconds
    #expect(record.attemptAccepted(by: .duress) == FailedAttempts(count: 3, lastWallMilliseconds: time))
    #expect(record.attemptAccepted(by: .duress) == FailedAttempts())
    expectTry(&record, 5, at: at(20), under: policy, true)
    #expect(
        record.attemptAccepted(by: .owner) == FailedAttempts(count: 4, lastWallMilliseconds: at(20).wallMilliseconds))
    #expect(record.attemptAccepted(by: .owner) == FailedAttempts())
}

/// A hundred wrong passcodes in all close the vault, less one for each opening in between; a new passcode begins again.
@Test("Many wrong passcodes in total require the recovery code") func aHundredWrongPasscodesInAllCloseTheVault() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    // Three between two openings of the owner, which take one off.
    var guess = 0 as UInt64
    while record.standing(at: at(0), under: policy) == .attemptsAllowed, guess < 1000 {
        expectTry(&record, guess, at: at(0), under: policy, true)
        guess += 1
        if guess % 3 == 0 { record.attemptAccepted(by: .owner) }
    }
    #expect(guess == 149)
    #expect(record.standing(at: at(0), under: policy) == .recoveryRequired(.passcodeFailures))
    #expect(record.passcodeAttemptsLeft(under: policy) == 0 && !record.isExhausted(under: policy))
    var forDuress = record
    forDuress.passcodeChanged(by: .duress)
    #expect(forDuress.standing(at: at(0), under: policy) == .attemptsAllowed, "as after a change by the owner")
    _ = forDuress.attemptBegan(.passcode, at: at(0), under: policy)
    #expect(forDuress.refusesOwner(.passcode, under: policy))
    record.passcodeChanged(by: .owner)
    #expect(record.passcodeAttemptsLeft(under: policy) == 8)
    _ = record.attemptBegan(.passcode, at: at(0), under: policy)
    #expect(!record.refusesOwner(.passcode, under: policy))
}

@Test("Wrong drawings count down to the passcode, and an unlock begins again", arguments: [0, 1, 5, .max] as [UInt32])
func wrongDrawingsCountDown(limit: UInt32) {
    let policy = LockoutPolicy(pictureLimit: limit)
    var record = AttemptRecord()
    for guess in 0..<max(1, limit == .max ? 7 : limit) {
        #expect(record.standing(at: at(0), under: policy) == .attemptsAllowed)
        #expect(record.pictureAttemptsLeft(under: policy) == (limit == .max ? .max : max(1, limit) - guess))
        _ = record.attemptBegan(.picture, at: at(0), under: policy)
    }
    guard limit < .max else { return }
    #expect(record.standing(at: at(0), under: policy) == .passcodeRequired(.pictureFailures))
    #expect(record.pictureAttemptsLeft(under: policy) == 0 && record.passcodeAttemptsLeft(under: policy) == 10)
    record.attemptAccepted(by: .owner)
    #expect(record.pictureAttemptsLeft(under: policy) == max(1, limit))
}

/// One wrong passcode before each opening, for years, closes nothing.
@Test("One wrong passcode before each unlock never locks the vault") func oneWrongPasscodeAnOpeningClosesNoVault() {
    let policy = LockoutPolicy()
    var record = AttemptRecord()
    for day in 0..<10_000 as Range<UInt64> {
        expectTry(&record, day, at: at(0), under: policy, true)
        record.attemptAccepted(by: .owner)
        #expect(record.passcodeAttemptsLeft(under: policy) == 10)
    }
}

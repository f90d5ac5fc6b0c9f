// SPDX-License-Identifier: MIT
import LockFlow
import Testing

@testable import LockWasm

private let wall = 1_700_000_000_000.0

@Test("The page clock counts seconds while both clocks agree") func pageClockCountsSecondsWhileBothClocksAgree() {
    var clock = PageClock()
    let first = clock.reading(uptime: 1_000, wall: wall)
    let later = clock.reading(uptime: 61_000, wall: wall + 61_500)
    #expect(later.seconds(since: first) == 60)
    #expect(later.certainMilliseconds(since: first) == 60_000)
}

/// A laptop that slept: the steady clock stood still.
@Test("The page clock grants no grace period after sleep") func pageClockBelievesNoGraceAfterSleep() {
    var clock = PageClock()
    let first = clock.reading(uptime: 1_000, wall: wall)
    let woken = clock.reading(uptime: 2_000, wall: wall + 8 * 3_600_000)
    #expect(woken.seconds(since: first) == nil)
}

@Test("Setting the clock never shortens a lockout", arguments: [-3_600_000.0, -2_500, 2_500, 3_600_000, 1e12])
func pageClockSetByHandShortensNoLockout(jump: Double) throws {
    var clock = PageClock()
    let first = clock.reading(uptime: 1_000, wall: wall)
    _ = clock.reading(uptime: 2_000, wall: wall + 1_000 + jump)
    let later = clock.reading(uptime: 11_000, wall: wall + 10_000 + jump)
    let certain = later.certainMilliseconds(since: first) ?? 0
    #expect(certain <= 10_000, "\(jump)")
    // The time since the jump counts, as after a restart.
    if jump > 0 { #expect(certain == 9_000, "\(jump)") }
}

@Test("A clock that runs backwards counts as a restart") func pageClockThatRunsBackwardsRestarts() {
    var clock = PageClock()
    let first = clock.reading(uptime: 5_000, wall: wall)
    let later = clock.reading(uptime: 4_000, wall: wall)
    #expect(later.seconds(since: first) == nil)
}

@Test("Invalid clock readings count as a restart", arguments: [Double.nan, .infinity, -.infinity, 1e300])
func pageClockSurvivesNonsense(reading: Double) {
    var clock = PageClock()
    let first = clock.reading(uptime: 5_000, wall: wall)
    let second = clock.reading(uptime: reading, wall: wall)
    #expect(second.seconds(since: first) == nil)
    #expect(clock.reading(uptime: 6_000, wall: reading).seconds(since: second) == nil)
}

// SPDX-License-Identifier: MIT
import LockFlow
import Testing

private let boot = BootIdentity(high: 1, low: 2)
private let nextBoot = BootIdentity(high: 1, low: 3)
private let start = ClockReading(uptimeMilliseconds: 5_000, boot: boot, wallMilliseconds: 1_000_000)

private func moment(uptime: Int64, _ boot: BootIdentity = boot, wall: Int64) -> ClockReading {
    ClockReading(uptimeMilliseconds: uptime, boot: boot, wallMilliseconds: wall)
}

@Test("Time counts only as far as both clocks agree") func bothClocksHaveToAgreeThatTimePassed() {
    #expect(moment(uptime: 9_000, wall: 1_004_000).certainMilliseconds(since: start) == 4_000)
    #expect(moment(uptime: 9_000, wall: 9_000_000).certainMilliseconds(since: start) == 4_000)
    #expect(moment(uptime: 900_000, wall: 1_001_000).certainMilliseconds(since: start) == 1_000)
}

@Test("After a restart only the time since then counts") func afterARestartOnlyTheTimeSinceItIsCertain() {
    #expect(moment(uptime: 300, nextBoot, wall: 9_000_000).certainMilliseconds(since: start) == 300)
    #expect(moment(uptime: 9_000_000, nextBoot, wall: 1_000_700).certainMilliseconds(since: start) == 700)
}

@Test("No time counts if a clock is before the start") func nothingIsCertainWhenAClockDeniesTheBeginning() {
    #expect(moment(uptime: 9_000, wall: 999_999).certainMilliseconds(since: start) == nil)
    #expect(moment(uptime: 4_999, wall: 1_004_000).certainMilliseconds(since: start) == nil)
    #expect(moment(uptime: -1, nextBoot, wall: 1_004_000).certainMilliseconds(since: start) == nil)
    let extreme = moment(uptime: .max, wall: .max)
    #expect(extreme.certainMilliseconds(since: moment(uptime: -1, wall: .min)) == nil)
}

@Test("Seconds are measured by the uptime of one boot") func secondsAreOfTheSteadyClockOfOneBoot() {
    #expect(moment(uptime: 6_500, wall: 0).seconds(since: start) == 1.5)
    #expect(moment(uptime: 4_000, wall: 0).seconds(since: start) == -1)
    #expect(moment(uptime: 6_500, nextBoot, wall: 0).seconds(since: start) == nil)
}

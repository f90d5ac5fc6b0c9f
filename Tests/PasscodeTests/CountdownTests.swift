// SPDX-License-Identifier: MIT
import Passcode
import Testing

@Test("A countdown shows the time that is left and ends") func countdownEnds() throws {
    let countdown = try #require(Countdown(seconds: 60, at: 1000))
    #expect(countdown.remaining(at: 1000) == WaitingTime(seconds: 60))
    #expect(countdown.remaining(at: 1059.5) == WaitingTime(seconds: 1))
    #expect(countdown.remaining(at: 1060) == nil && countdown.remaining(at: 2000) == nil)
    #expect([1000, 1000.5, 1058.5, 1059, 1060, 2000].map { countdown.seconds(at: $0) } == [60, 60, 2, 1, 0, 0])
    // A timer that comes early.
    #expect(countdown.seconds(at: 1059.0005) == 1 && countdown.seconds(at: 1058.9995) == 1)
    #expect(countdown.seconds(at: 1059.9995) == 0)
}

@Test("A countdown has at most 10,000 hours", arguments: [36_000_001, 1e18, .infinity] as [Double])
func longCountdown(seconds: Double) throws {
    let countdown = try #require(Countdown(seconds: seconds, at: 7))
    #expect(countdown.seconds(at: 7) == 36_000_000 && countdown.seconds(at: .infinity) == 0)
    #expect(countdown.remaining(at: 7) == WaitingTime(seconds: seconds))
}

@Test("A lockout without a duration has no countdown", arguments: [0, -1, .nan] as [Double])
func nothingToWaitFor(seconds: Double) { #expect(Countdown(seconds: seconds, at: 5) == nil) }

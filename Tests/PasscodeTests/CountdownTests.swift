// SPDX-License-Identifier: MIT
import Passcode
import Testing

@Test("A countdown shows the time that is left and ends") func countdownEnds() throws {
    let countdown = try #require(Countdown(seconds: 60, at: 1000))
    #expect(countdown.remaining(at: 1000) == WaitingTime(seconds: 60))
    #expect(countdown.remaining(at: 1059.5) == WaitingTime(seconds: 1))
    #expect(countdown.remaining(at: 1060) == nil && countdown.remaining(at: 2000) == nil)
}

@Test("A lockout without a duration has no countdown", arguments: [0, -1, .nan] as [Double])
func nothingToWaitFor(seconds: Double) { #expect(Countdown(seconds: seconds, at: 5) == nil) }

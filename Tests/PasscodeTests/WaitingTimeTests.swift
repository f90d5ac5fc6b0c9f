// SPDX-License-Identifier: MIT
import Passcode
import Testing

@Suite struct WaitingTimeTests {
    @Test("Displayed time is never too short") func displayedTimeIsNeverTooShort() {
        for seconds in stride(from: 0.25, to: 20_000, by: 7.25) {
            guard let time = WaitingTime(seconds: seconds) else {
                Issue.record("\(seconds) s is something to wait for")
                continue
            }
            let factor: [WaitingTime.Unit: Int] = [.second: 1, .minute: 60, .hour: 3600]
            #expect(Double(time.amount * (factor[time.unit] ?? 0)) >= seconds)
        }
    }

    @Test("Units are the usual ones") func unitsAreTheUsualOnes() {
        #expect(WaitingTime(seconds: 0) == nil && WaitingTime(seconds: .nan) == nil && WaitingTime(seconds: -1) == nil)
        #expect(WaitingTime(seconds: 59)?.unit == .second)
        #expect(WaitingTime(seconds: 59.5).map { [$0.amount, Int($0.unit.rawValue)] } == [1, 1])
        #expect(WaitingTime(seconds: 61).map { [$0.amount, Int($0.unit.rawValue)] } == [2, 1])
        #expect(WaitingTime(seconds: 3600).map { [$0.amount, Int($0.unit.rawValue)] } == [1, 2])
        #expect(WaitingTime(seconds: .infinity)?.amount == 10_000)
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode
import Statistics

/// Compares the time that a vault takes for passcodes that must be indistinguishable, and its attempts per second with
/// the rate of the bare function.
@main enum Main {
    static func main() async throws {
        var holds = true
        let race = try await Race()
        for (name, first, second) in try await race.run(rounds: 500) {
            let overlap = RankOverlap(first, second)
            print("\(number(overlap.share, digits: 3)) share\t\(name): how often the first takes longer")
            print("\(number(overlap.medianRatio, digits: 3)) ratio\t  of the medians")
            holds = holds && overlap.isNoise
        }
        print("A share from \(RankOverlap.noise.lowerBound) to \(RankOverlap.noise.upperBound) is noise.")

        let throughput = try await Throughput(rounds: 6, seconds: 2)
        print("\(number(throughput.bare)) a second\tpasscodes derived, nothing else")
        for (name, rate) in [("memory", throughput.inMemory), ("files", throughput.inFiles)] {
            print("\(number(rate)) a second\tattempts on vaults in \(name)")
            print("\(number(rate / throughput.bare)) ratio\t  to the bare function, at least 0.90")
            holds = holds && rate / throughput.bare >= 0.9
        }
        if !holds { exit(1) }
    }

    private static func number(_ value: Double, digits: Int = 2) -> String {
        String(format: "%.\(digits)f", value)
    }
}

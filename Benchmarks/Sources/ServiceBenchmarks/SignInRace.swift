// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Statistics

/// Measures the times of sign-ins that an attacker on the network must not be able to distinguish, in varying order.
struct SignInRace {
    /// The compared cases.
    private(set) var overlaps: [(name: String, RankOverlap)] = []

    private enum Runner: CaseIterable {
        case wrong, unknown, rightWhileLocked, wrongWhileLocked, unknownWhileLocked
    }

    /// The number of wrong passcodes before a lockout.
    private static let guesses = 3

    /// - Parameter accounts: The number of accounts, each good for three wrong passcodes of each runner.
    init(_ client: Client, accounts: Int) async throws {
        for i in 0..<accounts { _ = try await client.create(Self.known(i)) }
        var random = SplitMix64(seed: 1)
        var times: [Runner: [Double]] = [:]
        // Each lockout lasts a minute, so each pair of names is locked out and tried before the next pair starts.
        for i in 0..<accounts {
            for guess in 0..<Self.guesses {
                for runner in [Runner.wrong, .unknown].shuffled(using: &random) {
                    times[runner, default: []].append(try await Self.time(client, runner, i, guess))
                }
            }
            for runner in [Runner.wrong, .unknown] { _ = try await Self.time(client, runner, i, Self.guesses) }
            for guess in 0..<Self.guesses {
                for runner in [Runner.rightWhileLocked, .wrongWhileLocked, .unknownWhileLocked].shuffled(using: &random)
                {
                    times[runner, default: []].append(try await Self.time(client, runner, i, 10 + guess))
                }
            }
        }
        func compare(_ name: String, _ first: Runner, _ second: Runner) {
            overlaps.append((name, RankOverlap(times[first] ?? [], times[second] ?? [])))
        }
        compare("wrong and unknown name", .wrong, .unknown)
        compare("right and wrong while locked out", .rightWhileLocked, .wrongWhileLocked)
        compare("wrong and unknown name while locked out", .wrongWhileLocked, .unknownWhileLocked)
    }

    private static func known(_ i: Int) -> String { "known\(100 + i)" }

    private static func time(_ client: Client, _ runner: Runner, _ i: Int, _ guess: Int) async throws -> Double {
        let name =
            switch runner {
            case .wrong, .rightWhileLocked, .wrongWhileLocked: known(i)
            case .unknown, .unknownWhileLocked: "absent\(100 + i)"
            }
        let passcode = runner == .rightWhileLocked ? Client.passcode : String(format: "%06d", 200_000 + guess)
        let clock = ContinuousClock()
        let start = clock.now
        _ = try await client.signIn(name, passcode: passcode)
        return start.duration(to: clock.now) / .seconds(1)
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport

/// A test of whether a stranger's clock tells names with an account from names without. The same number of each is
/// tried in an order that changes. Then the threshold that separates them best separates the two.
struct NameRace {
    /// The results of each attempt: its name, the number of names that the best threshold puts on the right side, the
    /// number that it puts there in 95 of 100 cases if the names mean nothing, and the number of all names.
    private(set) var results: [(name: String, told: Int, chance: Int, of: Int)] = []

    private static let names = 12
    private static let requests = 30
    private static let shuffles = 2000

    init(_ client: Client) async throws {
        for i in 0..<Self.names { _ = try await client.create(Self.name(i), passphrase: i % 2 == 0) }
        for (name, path, body) in Self.attempts {
            let times = try await Self.times(client, path, body)
            let real = times.prefix(Self.names).map(Self.median)
            let unknown = times.suffix(Self.names).map(Self.median)
            var random = SplitMix64(seed: 1)
            let chances = (0..<Self.shuffles).map { _ in
                let mixed = (real + unknown).shuffled(using: &random)
                return Self.told(Array(mixed.prefix(Self.names)), Array(mixed.suffix(Self.names)))
            }.sorted()
            results.append(
                (name, Self.told(real, unknown), chances[Self.shuffles * 95 / 100], 2 * Self.names))
        }
    }

    /// A Boolean value that indicates whether no endpoint tells names better than chance.
    var isFair: Bool { results.allSatisfy { $0.told <= $0.chance } }

    /// Half of the accounts have a passphrase, half have not.
    private static func name(_ i: Int) -> String { i < names ? "known\(100 + i)" : "nameless\(100 + i)" }

    private static var attempts: [(String, String, @Sendable (String) -> String)] {
        let new = #""passcode":{"kind":"six-digits","text":"581936"}"#
        return [
            ("options", "sign-in/options", { #"{"name":"\#($0)"}"# }),
            ("short passcode", "sign-in", { #"{"name":"\#($0)","proof":{"passcode":"\#(Client.passcode)"}}"# }),
            (
                "wrong recovery code", "sign-in",
                { #"{"name":"\#($0)","proof":{"recoveryCode":"\#(Client.wrongCode)"}}"# }
            ),
            ("recover", "recover", { #"{"name":"\#($0)","recoveryCode":"\#(Client.wrongCode)",\#(new)}"# }),
            (
                "wrong passphrase", "sign-in",
                { #"{"name":"\#($0)","proof":{"passcode":"\#(Client.wrongPassphrase)"}}"# }
            ),
        ]
    }

    private static func times(
        _ client: Client, _ path: String, _ body: (String) -> String
    ) async throws -> [[Double]] {
        let clock = ContinuousClock()
        var random = SplitMix64(seed: 2)
        var times = [[Double]](repeating: [], count: 2 * names)
        for _ in 0..<requests {
            for i in (0..<2 * names).shuffled(using: &random) {
                let start = clock.now
                _ = try await client.attempt(path, body(name(i)))
                times[i].append(start.duration(to: clock.now) / .seconds(1))
            }
        }
        return times
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    /// Returns the number of times on the right side of the best threshold. Either group may be on either side.
    private static func told(_ first: [Double], _ second: [Double]) -> Int {
        (first + second).map { threshold in
            let right = first.count { $0 >= threshold } + second.count { $0 < threshold }
            return max(right, first.count + second.count - right)
        }.max() ?? 0
    }
}

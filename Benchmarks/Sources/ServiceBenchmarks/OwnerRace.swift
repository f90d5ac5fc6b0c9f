// SPDX-License-Identifier: MIT
import Foundation

/// A measurement of the time that an owner on a known device waits while strangers flood the service with passphrases.
struct OwnerRace {
    private static let strangers = 200
    private static let attempts = 12
    private static let warmUp = Duration.seconds(3)

    /// Seconds, ordered; of quiet times and of floods.
    private(set) var quiet: [Double] = []
    private(set) var flooded: [Double] = []
    /// The number of times that strangers received each status.
    private(set) var statuses: [Int: Int] = [:]
    /// The number of the owner's sign-ins that failed.
    private(set) var failures = 0

    init(_ client: Client) async throws {
        let owner = try await client.create("owner in a flood", passphrase: false)
        (quiet, _) = await Self.signIns(client, owner)
        let flood = Task {
            await withTaskGroup(of: [Int: Int].self) { group in
                for number in 0..<Self.strangers {
                    group.addTask {
                        var heard: [Int: Int] = [:]
                        while !Task.isCancelled {
                            let body =
                                #"{"name":"name \#(number % 7)","proof":{"passcode":"\#(Client.wrongPassphrase)"}}"#
                            let status = (try? await client.attempt("sign-in", body).status) ?? 0
                            if !Task.isCancelled { heard[status, default: 0] += 1 }
                            try? await Task.sleep(for: .milliseconds(100))
                        }
                        return heard
                    }
                }
                return await group.reduce(into: [Int: Int]()) { $0.merge($1, uniquingKeysWith: +) }
            }
        }
        try await Task.sleep(for: Self.warmUp)
        (flooded, failures) = await Self.signIns(client, owner)
        flood.cancel()
        statuses = await flood.value
    }

    private static func signIns(_ client: Client, _ owner: Client.Device) async -> ([Double], Int) {
        let clock = ContinuousClock()
        var (times, failures): ([Double], Int) = ([], 0)
        for _ in 0..<attempts {
            let start = clock.now
            if (try? await client.signIn(owner, passcode: Client.passcode).status) != 200 { failures += 1 }
            times.append(start.duration(to: clock.now) / .seconds(1))
        }
        return (times.sorted(), failures)
    }
}

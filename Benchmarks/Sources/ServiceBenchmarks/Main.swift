// SPDX-License-Identifier: MIT
import Foundation

/// Measures the number of sign-ins per second over HTTP, and the memory under overload. `Tests/attacks` measures what
/// the times of answers tell.
///
///     scripts/inklock --version
///     swift run -c release --package-path Benchmarks ServiceBenchmarks Service/.build/release/inklock
///
/// With the URI of an empty PostgreSQL database and a file of a key, measures only the sign-ins there.
/// `Benchmarks/transactions.py` makes both.
@main enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard [2, 4].contains(arguments.count) else {
            FileHandle.standardError.write(
                Data("Say where the inklock program is, and perhaps a database and a key.\n".utf8))
            exit(64)
        }
        let database = arguments.count == 4 ? (place: arguments[2], key: arguments[3]) : nil
        let service = try RunningService(command: arguments[1], database: database)
        let isGood = try await measure(service, isShared: database != nil)
        if !isGood { exit(1) }
    }

    private static func measure(_ service: RunningService, isShared: Bool) async throws -> Bool {
        defer { service.stop() }
        let client = Client(address: service.address)
        var load = try await Load(service, client, rounds: 4, seconds: 8)
        print("\(number(load.bare)) a second\tpasscodes derived, nothing else")
        print("\(number(load.signIns)) a second\tsign-ins over HTTP\(isShared ? ", on PostgreSQL" : "")")
        let goal = isShared ? 0.85 : 0.9
        let isMet = load.ratio >= goal
        print("\(number(load.ratio)) ratio\t  to the bare function; goal \(number(goal)): \(isMet ? "met" : "not met")")
        // The database takes the same cores, and a busy machine misses the goal.
        guard !isShared else { return load.failures == 0 }
        try await load.overload(service, client, seconds: 8)
        let heard = load.statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        print("\(heard.joined(separator: ", "))\tanswers to twice as many at once as there is room for")
        print(
            "\(load.memory.map { number($0, digits: 0) }.joined(separator: ", ")) MiB\tin use at most: busy, overloaded, overloaded three times as long"
        )
        let growth = load.memory[2] / load.memory[1]
        print("\(number(growth)) ratio\t  of the last two, at most 1.25")
        return isMet && Set(load.statuses.keys).isSubset(of: [401, 429, 503]) && load.saysWhen && growth <= 1.25
    }

    private static func number(_ value: Double, digits: Int = 2) -> String {
        String(format: "%.\(digits)f", value)
    }
}

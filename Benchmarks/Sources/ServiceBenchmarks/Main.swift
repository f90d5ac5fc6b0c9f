// SPDX-License-Identifier: MIT
import Foundation

/// Measures the number of sign-ins per second over HTTP, and the memory under overload. `Tests/attacks` measures what
/// the times of answers tell.
///
///     scripts/inklock --version && swift run -c release --package-path Benchmarks ServiceBenchmarks Service/.build/release/inklock
@main enum Main {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("Say where the inklock program is.\n".utf8))
            exit(64)
        }
        let service = try RunningService(command: CommandLine.arguments[1])
        let isGood = try await measure(service)
        if !isGood { exit(1) }
    }

    private static func measure(_ service: RunningService) async throws -> Bool {
        defer { service.stop() }
        let load = try await Load(service, Client(address: service.address), rounds: 4, seconds: 8)
        let ratio = load.signIns / load.bare
        print("\(number(load.bare)) a second\tpasscodes derived, nothing else")
        print("\(number(load.signIns)) a second\tsign-ins over HTTP")
        print("\(number(ratio)) ratio\t  to the bare function, at least 0.90")
        let heard = load.statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        print("\(heard.joined(separator: ", "))\tanswers to twice as many at once as there is room for")
        print(
            "\(load.memory.map { number($0, digits: 0) }.joined(separator: ", ")) MiB\tin use at most: busy, overloaded, overloaded three times as long"
        )
        let growth = load.memory[2] / load.memory[1]
        print("\(number(growth)) ratio\t  of the last two, at most 1.25")
        return ratio >= 0.9 && Set(load.statuses.keys).isSubset(of: [401, 429, 503]) && load.saysWhen && growth <= 1.25
    }

    private static func number(_ value: Double, digits: Int = 2) -> String {
        String(format: "%.\(digits)f", value)
    }
}

// SPDX-License-Identifier: MIT
import Foundation

/// Measures the service over HTTP: its timing side channels and the number of sign-ins per second.
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
        let client = Client(address: service.address)
        let isFair = try await race(client)
        let isOwnerFirst = try await flood(client)
        let isFast = try await load(service, client)
        return isFair && isOwnerFirst && isFast
    }

    private static func race(_ client: Client) async throws -> Bool {
        let race = try await NameRace(client)
        for (name, told, chance, count) in race.results {
            print("\(told) of \(count)\tnames told by the time of \(name); by chance up to \(chance)")
        }
        return race.isFair
    }

    private static func flood(_ client: Client) async throws -> Bool {
        let race = try await OwnerRace(client)
        func list(_ times: [Double]) -> String {
            "\(number(times[times.count / 2])) s, at most \(number(times.last ?? 0)) s"
        }
        print("\(list(race.quiet))\tan owner's sign-in on a known device")
        print("\(list(race.flooded))\t  while 200 addresses flood; at most 2 s")
        let heard = race.statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        print(
            "\(heard.joined(separator: ", "))\t  answers to the flood; \(race.failures) of the owner's sign-ins failed")
        return race.failures == 0 && race.flooded[race.flooded.count / 2] <= 2
    }

    private static func load(_ service: RunningService, _ client: Client) async throws -> Bool {
        let load = try await Load(service, client, rounds: 4, seconds: 8)
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

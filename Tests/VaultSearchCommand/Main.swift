// SPDX-License-Identifier: MIT
import Foundation
import VaultSearch

/// Plays every scenario of the vault's search until a fault is found: `vault-search [LIMIT]`. With a limit, so many
/// orders of each and with fewer interruptions. Without, the first 300,000 of each, which are all but for older copies
/// of ledger and record together.
@main enum Main {
    static func main() async {
        let limit = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
        let search = VaultSearch(limit == nil ? .full : .quick, limit: limit ?? 300_000)
        for scenario in Scenario.allCases {
            let report = await search.run(scenario)
            print("\(scenario.rawValue): \(report.runs) orders\(report.isComplete ? "" : ", and there are more")")
            fflush(nil)
            if let fault = report.fault {
                print("\(fault)\n0 passed, 1 failed")
                exit(1)
            }
        }
        print("\(Scenario.allCases.count) passed, 0 failed")
    }
}

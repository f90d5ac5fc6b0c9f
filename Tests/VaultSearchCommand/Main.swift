// SPDX-License-Identifier: MIT
import Foundation
import VaultSearch

/// Plays every scenario of the vault's search until a fault is found: `vault-search [LIMIT]`. With a limit, so many orders of each and with fewer
/// interruptions.
@main enum Main {
    static func main() async {
        let limit = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
        let search = VaultSearch(limit == nil ? .full : .quick, limit: limit ?? .max)
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

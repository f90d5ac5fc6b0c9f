// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

/// Tests the maintenance that a server does by itself.
@Suite(.fewAtOnce) struct TidyingTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    @Test("A step of tidying that fails is logged and counted, and keeps no other from running")
    func failedStepsAreToldAndKeepNoOtherFromRunning() async throws {
        var bench = bench
        bench.parameters.strangerLimit = 1
        let metrics = ServiceMetrics()
        bench.metrics = metrics
        let service = try await bench.service()
        let accounts = service.accounts
        #expect(await accounts.tidy().isEmpty)
        let now = accounts.now
        for number in 0..<3 as Range<UInt8> {
            _ = try await accounts.write(.probe) {
                try FailureTable(database: $0).count(Data([number]), at: now + Int64(number))
            }
        }
        try await accounts.write { try $0.run(sql: "DROP TABLE operation") }
        try await accounts.write { try $0.run(sql: "DROP TABLE session") }
        #expect(await accounts.tidy().map(\.step) == [.sessions, .operations])
        let left = try await accounts.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM stranger") }
        #expect(left == 1, "the step behind them")

        await service.api.tidy()
        for step in ["sessions", "operations"] {
            #expect(bench.log.text.contains("error tidy"))
            #expect(bench.log.text.contains("\"step\": \(step)"), "\(bench.log.text)")
            let text = await metrics.text(nil, connections: (0, 1))
            #expect(
                text.contains("inklock_account_events_total{event=\"tidy-\(step)\",outcome=\"internal\"} 1"), "\(text)")
        }
        try accounts.database.close()
    }
}

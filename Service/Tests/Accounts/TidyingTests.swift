// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

/// Tests the maintenance that a server does by itself.
@Suite(.fewAtOnce) struct TidyingTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    @Test("Names are forgotten oldest first, in batches") func namesAreForgottenInBatches() async throws {
        let accounts = try await bench.service().accounts
        for number in 0..<7 as Range<UInt8> {
            _ = try await accounts.write(.probe) {
                try FailureTable(database: $0).count(Data([number]), at: Int64(number))
            }
        }
        var left: [[UInt8]] = []
        for _ in 0..<3 {
            let isDone = try await accounts.write(.statement) {
                try FailureTable(database: $0).keep(3, removing: 3)
            }
            left.append(
                try await accounts.read { try Data.fetchAll($0, sql: "SELECT key FROM stranger ORDER BY key") }
                    .compactMap(\.first))
            #expect(isDone == (left.count > 2))
        }
        #expect(left == [[3, 4, 5, 6], [4, 5, 6], [4, 5, 6]])
        try accounts.database.close()
    }

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

// SPDX-License-Identifier: MIT
import Testing
import VaultSearch

/// Every order of two processes' steps, with kills and older copies between, as far as a test run has time.
@Suite struct SearchTests {
    @Test("No order of steps violates a guarantee", arguments: Scenario.allCases)
    func noOrderOfStepsBreaksAPromise(scenario: Scenario) async {
        let report = await VaultSearch(.quick, limit: 300).run(scenario)
        #expect(report.fault == nil)
        #expect(report.runs > 5)
    }
}

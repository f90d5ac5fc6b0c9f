// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService
@testable import Passcode

@Suite(.blocking) struct GuessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func trials(_ arguments: [String]) throws -> [[String: Any]] {
        let outcome = try InkLockProcess(["guess", "--json"] + arguments, in: folder)
        #expect(outcome.status == 0)
        return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    }

    private func results(_ trial: [String: Any]) throws -> [(expected: Double, drawn: Double)] {
        try #require(trial["results"] as? [[String: Any]]).map {
            (expected: try #require($0["expected"] as? Double), drawn: try #require($0["drawn"] as? Double))
        }
    }

    /// The figure that the policy is for, and the one it is held against.
    @Test("The policy reduces the success of ten guesses to 1 percent")
    func tenGuessesOpenLessThanOnePercentWithThePolicyAndAQuarterWithout() throws {
        let trials = try trials(["--seeds", TestSize.isFull ? "3" : "1"])
        #expect(trials.map { $0["refusedPercent"] as? Int } == [0, 10])
        for result in try results(trials[0]) {
            #expect(abs(result.expected - 0.233) < 0.003 && abs(result.drawn - result.expected) < 0.006)
        }
        for result in try results(trials[1]) {
            #expect(result.expected <= 0.01 && result.drawn <= 0.01)
            #expect(abs(result.drawn - result.expected) < 0.0015)
        }
    }

    @Test("Passcodes edited by a digit stay within 1 percent") func whoOnlyChangesADigitIsHardlyEasierToGuess() throws {
        for result in try results(trials(["--seeds", "1", "--editing", "0.5"])[1]) { #expect(result.expected <= 0.01) }
    }

    @Test("Users who differ from the model are only slightly easier to guess")
    func crowdsThatDifferFromTheModelAreEasierButNotByMuch() throws {
        let crowds = TestSize.isFull ? 4 : 2
        let trials = try trials(["--seeds", "\(crowds)", "--doubt", "0.5", "--people", "1000"])
        let off = try results(trials[0]).map(\.expected)
        let on = try results(trials[1]).map(\.expected)
        #expect(Set(off).count == crowds, "every seed is another crowd")
        #expect(on.allSatisfy { $0 > 0.007 && $0 < 0.03 })
    }

    @Test("A larger refused share leaves fewer successful guesses") func aLargerShareLeavesLess() throws {
        var last = 1.0
        for percent in TestSize.isFull ? ["0", "1", "5", "10", "15", "20"] : ["0", "10"] {
            let trial = try #require(try trials(["--seeds", "1", "--people", "1", "--refuse", percent]).last)
            let expected = try results(trial)[0].expected
            #expect(expected < last)
            last = expected
        }
    }

    @Test("The report states its seeds") func theReportNamesItsSeeds() throws {
        let outcome = try InkLockProcess(["guess", "--seeds", "2", "--people", "1000"], in: folder)
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 0 && text.hasPrefix("10 guesses, crowds of 1000 people, seeds 1 to 2, doubt 0.0"))
        func columns(_ line: some StringProtocol) -> Int {
            line.components(separatedBy: "  ").filter { !$0.isEmpty }.count
        }
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4 && lines[1].hasSuffix("seed"))
        for line in lines[2...] { #expect(columns(line) == columns(lines[1]), "\(line)") }
    }

    /// The policy's numbers are what ranking gives.
    @Test("The limits in the source match the ranking") func theLimitsAreThoseOfTheRanking() throws {
        let outcome = try InkLockProcess(["guess", "--limits"], in: folder)
        let limits = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
        #expect(limits.count == 20 && limits == (1...20).compactMap { RefusedShare.limit(percent: $0, count: 4) })
    }

    @Test("The limits can be printed as JSON") func limitsCanBeJSON() throws {
        let text = try InkLockProcess(["guess", "--limits"], in: folder)
        let json = try InkLockProcess(["guess", "--limits", "--json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        let lines = String(decoding: text.output, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
        #expect(object["limits"] as? [Double] == lines && object["digits"] as? Int == 4)
    }

    @Test("Options out of range exit with status 64") func wrongUseIsToldApart() throws {
        for arguments in [
            ["--digits", "7"], ["--refuse", "21"], ["--doubt", "-1"], ["--editing", "2"], ["--seeds", "0"],
        ] {
            #expect(try InkLockProcess(["guess"] + arguments, in: folder).status == 64)
        }
    }
}

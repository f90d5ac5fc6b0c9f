// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import LockFlow
import LockVault
import Testing

@testable import InkLockService

/// A program that tries passcodes is killed again and again, at random moments.
@Suite struct KilledTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let attempts = 300
    private static let limit: UInt32 = 1_000_000

    /// Wrong passcodes in a row that the ledger may say, after what a program said that it did.
    private struct Tally {
        var count: UInt32 = 0
        var begun: String?
        var attempts = 0
        var number = 0

        /// - Returns: whether the line may be.
        mutating func take(_ line: Substring) -> Bool {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "ready": return true
            case "begin" where begun == nil:
                begun = words[1]
                attempts += 1
                if words[1] == "wrong" { number = Int(words[2]) ?? 0 }
                return true
            case "end" where begun == words[1]:
                count = words[1] == "wrong" ? count + 1 : 0
                begun = nil
                return true
            default: return false
            }
        }

        /// What was begun counts, or does not yet; a right one may have put the count back before it said so.
        var possible: Set<UInt32> {
            switch begun {
            case nil: [count]
            case "wrong": [count, count + 1]
            // A change makes two attempts, one after the other.
            default: [count, count + 1, 0, 1]
            }
        }
    }

    private func accounts() async throws -> Accounts {
        var parameters = Accounts.Parameters()
        parameters.vault.cost = AccountBench.cost
        parameters.vault.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: Self.limit)
        return try await AccountService(
            folder: folder.path("data"), pictures: PictureCatalogue([:]), parameters: parameters
        ).accounts
    }

    /// Runs the program, kills it after a number of lines and a moment, and gives back all that it said.
    private func runAndKill(seed: UInt64, from number: Int, lines: Int, microseconds: UInt32) throws -> [Substring] {
        let process = Process()
        process.executableURL = InkLockProcess.executable.deletingLastPathComponent().appendingPathComponent(
            "attempter")
        process.arguments = [folder.path("data"), "\(seed)", "\(number)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var said = Data()
        while said.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            said += piece
        }
        usleep(microseconds)
        kill(process.processIdentifier, SIGKILL)
        said += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "it ended by itself")
        return String(decoding: said, as: UTF8.self).split(separator: "\n")
    }

    @Test(arguments: [1] as [UInt64])
    func noAttemptIsForgottenAndNoAccountLost(seed: UInt64) async throws {
        let name = try #require(AccountName("ada"))
        let right = Array("407152".utf8)
        let first = try await accounts()
        _ = try await first.create(name, .passcode(right, .sixDigits), Client())
        try first.database.close()

        var random = SplitMix64(seed: seed)
        var (tally, kills) = (Tally(), 0)
        while tally.attempts < Self.attempts {
            let lines = try runAndKill(
                seed: random.next(), from: tally.number, lines: 2 + Int(random.next() % 30),
                microseconds: UInt32(random.next() % 6000))
            kills += 1
            for line in lines {
                let isExpected = tally.take(line)
                #expect(isExpected, "seed \(seed), kill \(kills): \(line)")
            }

            let accounts = try await accounts()
            let status = try await accounts.door(name, device: nil).vault.status()
            #expect(status.standing == .mayTry, "seed \(seed), kill \(kills)")
            #expect(status.passcodeKind == .sixDigits)
            let counted = Self.limit - status.passcodesLeft
            #expect(tally.possible.contains(counted), "seed \(seed), kill \(kills): \(counted), \(tally)")
            tally.count = counted
            tally.begun = nil
            try accounts.database.close()
        }
        let last = try await accounts()
        _ = try await last.signIn(name, .passcode(right), Client())
        try last.database.close()
        #expect(kills >= 10)
    }
}

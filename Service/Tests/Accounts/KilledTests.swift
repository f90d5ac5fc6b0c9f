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

    private static let attempts = 1000
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
    private func runAndKill(
        _ name: String, seed: UInt64, from number: Int, now: Int64? = nil, lines: Int, microseconds: UInt32
    ) throws -> [Substring] {
        let process = Process()
        process.executableURL = InkLockProcess.executable.deletingLastPathComponent().appendingPathComponent(
            "attempter")
        process.arguments =
            [folder.path("data"), name, "\(seed)", "\(number)"] + (now.map { ["\($0)"] } ?? [])
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
                "ada", seed: random.next(), from: tally.number, lines: 2 + Int(random.next() % 10),
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
        #expect(kills >= 100)
    }

    /// Ten wrong passcodes with all the delays between them, and a kill at a random moment of every round.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func noLockoutIsShortened(seed: UInt64) async throws {
        let policy = LockoutPolicy()
        let name = "owner\(seed)"
        var random = SplitMix64(seed: seed)
        var (now, dueAt, count, number) = (1_000_000 as Int64, 0 as Int64, 0 as UInt32, 0)
        while count < policy.passcodeLimit {
            let clock = StandingMoment(milliseconds: now)
            var parameters = Accounts.Parameters()
            parameters.vault.cost = AccountBench.cost
            let service = try await AccountService(
                folder: folder.path("data"), pictures: PictureCatalogue([:]), parameters: parameters, clock: clock)
            if number == 0 {
                _ = try await service.accounts.create(
                    try #require(AccountName(name)), .passcode(Array("407152".utf8), .sixDigits), Client())
            }
            try service.accounts.database.close()
            let lines = try runAndKill(
                name, seed: seed, from: number, now: now, lines: 1 + Int(random.next() % 5),
                microseconds: UInt32(random.next() % 4000))
            number += lines.count
            let answered = lines.count { $0.hasPrefix("end") }
            #expect(now >= dueAt || answered == 0, "seed \(seed): tried \(dueAt - now) ms too early")
            #expect(!lines.contains("lost"), "seed \(seed)")

            let after = try await AccountService(
                folder: folder.path("data"), pictures: PictureCatalogue([:]), parameters: parameters, clock: clock)
            let status = try await after.accounts.door(try #require(AccountName(name)), device: nil).vault.status()
            try after.accounts.database.close()
            let counted = policy.passcodeLimit - status.passcodesLeft
            #expect(counted >= count + UInt32(answered), "seed \(seed): an attempt was forgotten")
            #expect(counted == count || now >= dueAt, "seed \(seed): something was tried during a lockout")
            if counted > count {
                dueAt = now + (counted == 0 ? 0 : policy.passcodeDelaysMilliseconds[min(Int(counted), 9) - 1])
                count = counted
            }
            switch status.standing {
            case .mayTry: #expect(now >= dueAt, "seed \(seed): \(dueAt - now) ms too early")
            case .lockedOut(let seconds): #expect(seconds == Double(dueAt - now) / 1000, "seed \(seed)")
            case .recoveryRequired: #expect(count == policy.passcodeLimit)
            default: Issue.record("seed \(seed): \(status.standing)")
            }
            // Nothing passes, a part of what remains, all but a moment, or all.
            let remaining = max(0, dueAt - now)
            now +=
                [0, Int64(random.next() % UInt64(remaining + 1)), max(0, remaining - 1), remaining, remaining][
                    Int(random.next() % 5)]
        }
    }
}

/// A clock that stands.
private struct StandingMoment: VaultClock {
    let milliseconds: Int64

    func now() -> Moment {
        Moment(
            uptimeMilliseconds: milliseconds, boot: BootIdentity(high: 1, low: 2),
            wallMilliseconds: 1_790_000_000_000 + milliseconds)
    }
}

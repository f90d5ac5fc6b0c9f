// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import LockFlow
import LockVault
import Testing

@testable import InkLockService

/// Kills a program at random moments while it tries passcodes or changes, recovers and deletes accounts.
@Suite struct KilledTests {
    private let folder: TemporaryFolder
    private let deriver = DerivationQueue(threads: 1)

    init() throws { folder = try TemporaryFolder() }

    private static let attempts = TestSize.count(full: 1000, small: 200)
    private static let limit: UInt32 = 1_000_000

    /// The possible counts of consecutive failures in the ledger, given the program's output.
    private struct Tally {
        var count: UInt32 = 0
        var begun: String?
        var attempts = 0
        var number = 0

        /// Processes a line of output.
        /// - Returns: `false` for an unexpected line.
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

        /// The possible counts. An attempt that was started may or may not be counted, and a successful one may have
        /// reset the count before the program reported it.
        var possible: Set<UInt32> {
            switch begun {
            case nil: [count]
            case "wrong": [count, count + 1]
            // A change makes two attempts in sequence.
            default: [count, count + 1, 0, 1]
            }
        }
    }

    private func accounts() async throws -> Accounts {
        var parameters = Accounts.Parameters()
        parameters.vault.cost = AccountBench.cost
        parameters.vault.lockout = LockoutPolicy(
            passcodeDelaysMilliseconds: [], passcodeLimit: Self.limit, passcodeTotalLimit: .max)
        return try await AccountService(
            folder: folder.path("data"), pictures: PictureCatalogue([:]), parameters: parameters, deriver: deriver
        ).accounts
    }

    private static let right = TypedPasscode("407152")!

    /// Creates an account and stores its device cookie where the program expects it.
    @discardableResult
    private func create(_ name: String, in accounts: Accounts) async throws -> SignedIn {
        let signedIn = try await accounts.create(
            try #require(AccountName(name)), .passcode(Self.right, .sixDigits, isPassphrase: false), Client())
        try folder.write("cookie of \(name)", signedIn.deviceText.utf8)
        return signedIn
    }

    private func client(_ name: String) throws -> Client {
        Client(deviceText: String(decoding: try folder.bytes("cookie of \(name)"), as: UTF8.self))
    }

    private func status(_ name: String, in accounts: Accounts) async throws -> VaultStatus {
        let client = try client(name)
        let device = try await accounts.knownBrowser(try #require(AccountName(name)), client)?.device
        let known = try #require(device, "the browser is no longer known")
        return try await accounts.vault(known.account, on: known.id).status()
    }

    /// The number of rounds, which is small unless INKLOCK_THOROUGH is set.
    private static var rounds: Int { ProcessInfo.processInfo.environment["INKLOCK_THOROUGH"] == "1" ? 400 : 24 }

    /// Starts the program and kills it a random time after it is ready.
    private func killSoon(_ arguments: [String], _ random: inout SplitMix64) async throws {
        // Windows of several lengths reach every stage of the work on slow and fast machines.
        let window = [5_000, 20_000, 80_000, 320_000, 1_280_000][Int(random.next() % 5)] as UInt64
        let said = try await runAndKill(arguments, lines: 1, microseconds: UInt32(random.next() % window))
        #expect(!said.isEmpty)
        #expect(!said.contains("lost"))
    }

    private func count(_ table: String, in accounts: Accounts) async throws -> Int {
        try await accounts.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    /// After a recovery was killed, repeating the request returns a working code. The account is consistent: either
    /// unchanged, or with one device and one session.
    @Test("A killed recovery takes effect completely or not at all", arguments: [1] as [UInt64])
    func recoveryIsWholeOrNothing(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let name = try #require(AccountName("ada"))
        var accounts = try await accounts()
        let made = try await create("ada", in: accounts)
        var code = try #require(made.recoveryCode).text
        var (before, after) = (0, 0)
        for round in 0..<(10 * Self.rounds) where round < Self.rounds || before == 0 || after == 0 {
            // These devices and sessions must be removed by the recovery.
            let other = try await accounts.signIn(name, .recoveryCode(code), Client())
            try accounts.database.close()
            let passcode = "58\(1000 + round)"
            try await killSoon(["ada", "recover", code, passcode], &random)
            accounts = try await self.accounts()
            let isOld = try await accounts.knownBrowser(name, Client(other)) != nil
            (before, after) = (before + (isOld ? 1 : 0), after + (isOld ? 0 : 1))
            let (devices, sessions) = (
                try await count("device", in: accounts), try await count("session", in: accounts)
            )
            #expect(isOld ? devices >= 2 && sessions >= 2 : devices == 1 && sessions == 1, "seed \(seed), \(round)")
            // Repeat the request.
            let method = NewMethod.passcode(
                try #require(TypedPasscode(passcode)), .sixDigits, isPassphrase: false)
            let again = try await accounts.recover(
                name, code: code, method, Client(), accounts.operation("recover \(code)"))
            #expect(try await count("device", in: accounts) == 1)
            _ = try await accounts.signIn(name, method.proof, Client(again))
            await #expect(throws: AccountError.self) {
                _ = try await accounts.signIn(name, .recoveryCode(code), Client())
            }
            code = try #require(again.recoveryCode).text
        }
        try accounts.database.close()
        #expect(before > 0 && after > 0, "\(before) before, \(after) after")
    }

    /// After a change was killed, the passcode still opens the account on the device, and the record can be changed
    /// again.
    @Test("After a killed change the passcode still signs in", arguments: [1] as [UInt64])
    func changesAreWholeOrNothing(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var accounts = try await accounts()
        try await create("ada", in: accounts)
        for round in 0..<Self.rounds {
            try accounts.database.close()
            try await killSoon(["ada", "change"], &random)
            accounts = try await self.accounts()
            #expect(try await status("ada", in: accounts).standing == .attemptsAllowed, "seed \(seed), \(round)")
            #expect(try await count("device", in: accounts) == 1)
        }
        let signedIn = try await accounts.signIn(
            try #require(AccountName("ada")), .passcode(Self.right), try client("ada"))
        _ = try await accounts.session(signedIn.token)
        try accounts.database.close()
    }

    /// After a deletion was killed, the account is either complete or gone with all its data.
    @Test("A killed deletion removes the whole account or nothing", arguments: [1] as [UInt64])
    func deletionIsWholeOrNothing(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var accounts = try await accounts()
        var (kept, gone) = (0, 0)
        for round in 0..<(10 * Self.rounds) where round < Self.rounds || kept == 0 || gone == 0 {
            let name = "ada \(round)"
            let made = try await create(name, in: accounts)
            let session = try await accounts.session(made.token)
            let note = NewNote(id: try #require(NoteID(Data(repeating: 1, count: 16))), replacing: 0, sealed: Data([1]))
            _ = try await accounts.save(note, session)
            try accounts.database.close()
            try await killSoon([name, "delete"], &random)
            accounts = try await self.accounts()
            let left = try await count("account WHERE isDecoy = 0", in: accounts)
            #expect(try await count("note", in: accounts) == left && left == kept || left == kept + 1)
            #expect(try await count("device", in: accounts) == left)
            if left == kept {
                gone += 1
            } else {
                kept += 1
                #expect(try await status(name, in: accounts).standing == .attemptsAllowed)
            }
        }
        try accounts.database.close()
        #expect(kept > 0 && gone > 0, "\(kept) kept, \(gone) gone")
    }

    /// Runs the program, kills it after a number of lines and a delay, and returns its output.
    private func runAndKill(_ arguments: [String], lines: Int, microseconds: UInt32) async throws -> [Substring] {
        let data = folder.path("data")
        return try await onThread {
            let process = Process()
            process.executableURL = InkLockProcess.executable.deletingLastPathComponent().appendingPathComponent(
                "sign-in-crash-helper")
            process.arguments = [data] + arguments
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
            process.waitForExit()
            return String(decoding: said, as: UTF8.self).split(separator: "\n")
        }
    }

    @Test("A kill loses no account and forgets no attempt", arguments: [1] as [UInt64])
    func noAttemptIsForgottenAndNoAccountLost(seed: UInt64) async throws {
        let name = try #require(AccountName("ada"))
        let first = try await accounts()
        try await create("ada", in: first)
        try first.database.close()

        var random = SplitMix64(seed: seed)
        var (tally, kills) = (Tally(), 0)
        // On a busy machine, the program may make many attempts before its kill.
        while tally.attempts < Self.attempts || kills < Self.attempts / 10 {
            let lines = try await runAndKill(
                ["ada", "\(random.next())", "\(tally.number)"], lines: 2 + Int(random.next() % 10),
                microseconds: UInt32(random.next() % 6000))
            kills += 1
            for line in lines {
                let isExpected = tally.take(line)
                #expect(isExpected, "seed \(seed), kill \(kills): \(line)")
            }

            let accounts = try await accounts()
            let status = try await status("ada", in: accounts)
            #expect(status.standing == .attemptsAllowed, "seed \(seed), kill \(kills)")
            #expect(status.passcodeKind == .sixDigits)
            let counted = Self.limit - status.passcodeAttemptsLeft
            #expect(tally.possible.contains(counted), "seed \(seed), kill \(kills): \(counted), \(tally)")
            tally.count = counted
            tally.begun = nil
            try accounts.database.close()
        }
        let last = try await accounts()
        _ = try await last.signIn(name, .passcode(Self.right), try client("ada"))
        try last.database.close()
    }

    /// Makes ten wrong attempts with all the delays between them, and kills the program at a random moment in every
    /// round.
    @Test("A kill never shortens a lockout", arguments: 1...UInt64(TestSize.count(full: 12, small: 4)))
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
                folder: folder.path("data"), pictures: PictureCatalogue([:]), parameters: parameters, deriver: deriver,
                clock: clock)
            if number == 0 {
                try await create(name, in: service.accounts)
            }
            try service.accounts.database.close()
            let lines = try await runAndKill(
                [name, "\(seed)", "\(number)", "\(now)"], lines: 1 + Int(random.next() % 5),
                microseconds: UInt32(random.next() % 4000))
            number += lines.count
            let answered = lines.count { $0.hasPrefix("end") }
            #expect(now >= dueAt || answered == 0, "seed \(seed): tried \(dueAt - now) ms too early")
            #expect(!lines.contains("lost"), "seed \(seed)")

            let after = try await AccountService(
                folder: folder.path("data"), pictures: PictureCatalogue([:]), parameters: parameters, deriver: deriver,
                clock: clock)
            let status = try await status(name, in: after.accounts)
            try after.accounts.database.close()
            let counted = policy.passcodeLimit - status.passcodeAttemptsLeft
            #expect(counted >= count + UInt32(answered), "seed \(seed): an attempt was forgotten")
            #expect(counted == count || now >= dueAt, "seed \(seed): something was tried during a lockout")
            if counted > count {
                dueAt = now + (counted == 0 ? 0 : policy.passcodeDelaysMilliseconds[min(Int(counted), 9) - 1])
                count = counted
            }
            switch status.standing {
            case .attemptsAllowed: #expect(now >= dueAt, "seed \(seed): \(dueAt - now) ms too early")
            case .lockedOut(let seconds): #expect(seconds == Double(dueAt - now) / 1000, "seed \(seed)")
            case .recoveryRequired: #expect(count == policy.passcodeLimit)
            default: Issue.record("seed \(seed): \(status.standing)")
            }
            // Advance by nothing, by a part of the remaining delay, by all but a millisecond, or by all of it.
            let remaining = max(0, dueAt - now)
            now +=
                [0, Int64(random.next() % UInt64(remaining + 1)), max(0, remaining - 1), remaining, remaining][
                    Int(random.next() % 5)]
        }
    }
}

/// A clock that stands still.
private struct StandingMoment: VaultClock {
    let milliseconds: Int64

    func now() -> ClockReading {
        ClockReading(
            uptimeMilliseconds: milliseconds, boot: BootIdentity(high: 1, low: 2),
            wallMilliseconds: 1_790_000_000_000 + milliseconds)
    }
}

extension NewMethod {
    /// The proof that opens an account with this method.
    fileprivate var proof: Proof {
        guard case .passcode(let text, _, _) = self else { return .recoveryCode("") }
        return .passcode(text)
    }
}

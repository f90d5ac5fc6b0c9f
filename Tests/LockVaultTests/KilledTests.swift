// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkTestSupport
import LockFlow
import Passcode
import Testing
import VaultCrashSupport

@testable import LockVault

/// Kills a process (SIGKILL) at random moments while it tries and changes passcodes: at full size 1,040 kills and as
/// many attempts, or more. No attempt is forgotten, no vault is lost, and no lockout is shortened.
@Suite struct KilledTests {
    @Test("A killed process loses no attempt, vault or lockout", arguments: 1...8 as ClosedRange<UInt64>)
    func aKillForgetsNoAttemptLosesNoVaultAndShortensNoLockout(seed: UInt64) async throws {
        var trial = try await Trial(seed: seed)
        var kills = 0
        var rounds = 0
        while kills < Trial.size || !trial.hasSeenEverything {
            try #require(rounds < 1000, "the helper is rarely killed in the middle")
            rounds += 1
            if try await trial.round() { kills += 1 }
        }
    }
}

/// A vault, its true history, and the test's knowledge of it.
private struct Trial {
    /// The minimum number of kills and of attempts.
    static let size = TestSize.count(full: 130, small: 30)

    private var random: SplitMix64
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let vault: Vault
    private let key: [UInt8]
    private let slot: SlotID
    /// The true time in milliseconds, and the time at which the machine was started.
    private var now: Int64 = 1_700_000_000_000
    private var bootedAt: Int64 = 1_699_999_000_000
    private var boot: UInt64 = 1
    /// The possible passcodes: two if a kill left a change in doubt.
    private var passcodes: Set<String> = ["1234"]
    private var lastWrong: String?
    private var lastDigest: AttemptDigest?
    private var count: UInt32 = 0
    private var last = AttemptRecord()
    /// The true time before which no attempt is allowed.
    private var dueAt: Int64 = 0
    /// A Boolean value that indicates whether the same wrong passcode was just tried twice in a row.
    private var hasTriedAgain = false
    /// The time of the last attempt.
    private var triedAt: Int64 = 0
    /// The estimated duration of a run in microseconds.
    private var runTime = 50_000.0

    private var attempts = 0
    private var openings = 0
    private var exhaustions = 0
    private var settings = 0

    var hasSeenEverything: Bool { attempts >= Self.size && openings > 5 && exhaustions > 0 && settings > 2 }

    init(seed: UInt64) async throws {
        random = SplitMix64(seed: seed)
        folder = try TemporaryFolder()
        vault = CrashHelperVault.vault(in: folder.path, deriver: CountingDeriver(), clock: clock)
        let new = try await vault.create(passcode: "1234".secret, kind: .fourDigits, withRecoveryCode: false)
        slot = try await vault.addExternalKey(CrashHelperVault.ownerKey, metadata: [], with: new.key)
        key = new.key.bytes!
    }

    private var moment: ClockReading {
        ClockReading(
            uptimeMilliseconds: now - bootedAt, boot: BootIdentity(high: 0, low: boot), wallMilliseconds: now)
    }

    /// Lets time pass, runs a helper, kills it, and inspects the vault that it left.
    /// - Returns: A Boolean value that indicates whether it was killed before its end.
    mutating func round() async throws -> Bool {
        passTime()
        let commands = (0..<6).map { _ in command() }
        let moment = moment
        let arguments = [
            folder.path, slot.bytes.map { "\($0)" }.joined(separator: "."), "\(moment.uptimeMilliseconds)",
            "\(moment.boot.low)", "\(moment.wallMilliseconds)",
        ]
        let delay = Double.random(in: 0...1.2, using: &random) * runTime
        let helper = try CrashHelper(arguments + commands, killedAfter: UInt32(delay))
        runTime *= helper.isDone ? 0.85 : 1.05
        try await inspect(helper, commands)
        return !helper.isDone
    }

    private mutating func passTime() {
        let remaining = max(0, dueAt - now)
        switch UInt32.random(in: 0..<6, using: &random) {
        case 0: break
        case 1: now += Int64.random(in: 0...remaining, using: &random)
        case 2: now += max(0, remaining - 1)
        default: now += remaining
        }
        if UInt32.random(in: 0..<8, using: &random) == 0 {
            boot += 1
            bootedAt = now
            now += Int64.random(in: 0...2 * remaining, using: &random)
        }
    }

    private var isExhausted: Bool { count + 2 > CrashHelperVault.policy.passcodeLimit }

    private mutating func command() -> String {
        switch UInt32.random(in: 0..<24, using: &random) {
        case 0 where !isExhausted: return "own"
        case 0...2 where isExhausted: return "own"
        case 1: return "set=\(UInt32.random(in: 5000...5999, using: &random))"
        case 2: return "try=\(passcodes.randomElement(using: &random)!)"
        case 3, 4: return "try=\(lastWrong ?? "0000")"
        case 5...8: return "wait=900000"
        case 9: return "wait=\(CrashHelperVault.policy.passcodeDelaysMilliseconds.randomElement(using: &random)!)"
        default: return "try=\(UInt32.random(in: 7000...7999, using: &random))"
        }
    }

    private mutating func inspect(_ helper: CrashHelper, _ commands: [String]) async throws {
        guard case .sound(let state) = try await vault.loadResult() else {
            Issue.record("the vault is closed after \(helper.lines)")
            throw CrashHelperError.diedAtOnce
        }
        let counts = possibleCounts(helper, commands)
        let found = state.entry.attempts.passcode.sinceOpened
        #expect(counts.contains(found), "\(found) counted after \(commands) and \(helper.lines), \(count) before")
        checkLockout(state.entry.attempts)
        if count < CrashHelperVault.policy.passcodeLimit && found == CrashHelperVault.policy.passcodeLimit {
            exhaustions += 1
        }
        count = found
        try settleLastWrong(state, commands)
        try checkUnlockMethods(state)
    }

    /// Returns every count that is possible for the ledger after the helper's output.
    private mutating func possibleCounts(_ helper: CrashHelper, _ commands: [String]) -> Set<UInt32> {
        var lines = helper.lines[...]
        var counts: Set<UInt32> = [count]
        var wrong = lastWrong
        hasTriedAgain = false
        for command in commands {
            let parts = command.split(separator: "=").map(String.init)
            let before = counts
            if parts[0] == "try" && parts[1] == wrong { hasTriedAgain = true }
            // The helper may have come this far before it printed the result of this command.
            if parts[0] == "try" { counts.formUnion(before.map { $0 + 1 }) }
            guard let first = lines.popFirst() else { return counts }
            if parts[0] == "wait" {
                now += Int64(parts[1])!
                continue
            }
            if first == "refused" {
                counts = before
                continue
            }
            if parts[0] == "try" {
                guard first == "derive" else {
                    Issue.record("\(first)")
                    return counts
                }
                attempts += 1
                if now < dueAt { Issue.record("admitted \(dueAt - now) ms early") }
                triedAt = now
                // The minimum delay, whatever else the helper did. The count of a repeated passcode may have been
                // undone already.
                dueAt = parts[1] == wrong ? now : now + (before.map { delay(after: $0 + 1) }.min() ?? 0)
                let isRight = passcodes.contains(parts[1])
                let isAgain = parts[1] == wrong
                counts = Set(before.map { $0 + 1 })
                let settled: Set<UInt32> = isRight ? [0] : isAgain ? before : counts
                guard let second = lines.popFirst() else { return counts.union(settled) }
                #expect(second == "opened" || second == "rejected" && !isRight || passcodes.count > 1)
                if second == "opened" {
                    openings += 1
                    counts = [0]
                    dueAt = now
                    passcodes = [parts[1]]
                    wrong = nil
                } else {
                    passcodes.remove(parts[1])
                    if isAgain {
                        counts = before
                        dueAt = now
                    }
                    wrong = parts[1]
                }
            } else {
                #expect(first == "opening")
                counts.insert(0)
                guard lines.popFirst() != nil else { return counts }
                openings += 1
                counts = [0]
                dueAt = now
                wrong = nil
                if parts.count > 1 {
                    guard lines.popFirst() != nil else { return counts }
                    passcodes.insert(parts[1])
                    while let line = lines.popFirst() {
                        guard line == "set" else { continue }
                        settings += 1
                        passcodes = [parts[1]]
                        break
                    }
                }
            }
        }
        return counts
    }

    /// Checks that the ledger's remaining delay is the one that is due.
    private mutating func checkLockout(_ attempts: AttemptRecord) {
        let isUntouched = attempts == last
        last = attempts
        let failures = attempts.passcode.sinceOpened
        let remaining = attempts.remainingMilliseconds(at: moment)
        let delay = delay(after: failures)
        if isUntouched {
            #expect(remaining >= dueAt - now && remaining <= delay, "\(remaining) ms left of \(dueAt - now)")
        } else {
            // Since the last attempt that was observed, or since one that the kill hid; zero if that repeated the same
            // wrong passcode.
            let possible = [max(0, triedAt + delay - now), delay] + (hasTriedAgain ? [0] : [])
            #expect(possible.contains(remaining), "\(remaining) ms left after \(failures) failures, \(count) before")
        }
        dueAt = now + remaining
    }

    private func delay(after failures: UInt32) -> Int64 {
        let delays = CrashHelperVault.policy.passcodeDelaysMilliseconds
        return failures == 0 ? 0 : delays[min(Int(failures), delays.count) - 1]
    }

    /// Determines from the digest which wrong passcode the ledger has stored.
    private mutating func settleLastWrong(_ state: Vault.LoadedState, _ commands: [String]) throws {
        let digest = state.entry.attempts.lastWrong
        guard digest != lastDigest else { return }
        lastDigest = digest
        lastWrong = nil
        guard digest != nil else { return }
        for command in commands where command.hasPrefix("try=") {
            let guess = String(command.dropFirst(4))
            let derived = try PasscodeInput(guess.secret).derived(by: state.record.cells[0].hash)
            if state.digest(of: derived) == digest { lastWrong = guess }
        }
        #expect(lastWrong != nil)
    }

    /// Checks that the vault opens for its owner, and with one of the possible passcodes.
    private mutating func checkUnlockMethods(_ state: Vault.LoadedState) throws {
        let record = state.record
        let owner = try #require(record.externalKeys.first)
        let opened = owner.unwrap(with: CrashHelperVault.ownerKey, in: record.id)
        #expect(owner.metadata.isEmpty && opened?.key == SymmetricKey(data: key))
        var opening: Set<String> = []
        for passcode in passcodes {
            let cell = record.cells[0]
            let derived = try PasscodeInput(passcode.secret).derived(by: cell.hash)
            let credential = PasscodeSlot.Credential(derived: derived, secrets: state.secrets)
            let inside = cell.unwrap(with: credential, in: record.id)
            if inside?.key == SymmetricKey(data: key) { opening.insert(passcode) }
        }
        #expect(opening.count == 1, "of \(passcodes.count) passcodes")
        passcodes = opening
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import InkTestSupport
import LockFlow
import LockVault
import Passcode
import Testing

/// Random use of a lock: several operations at the same time, a disk that refuses to save, prompts that fail, and
/// clocks that change. Whatever happened, the lock agrees with its vault in the end, and a credential that its owner
/// has opens it.
struct AppLockWalkTests {
    @Test("Random use leaves a lock that agrees with its vault and that its owner opens", arguments: [1, 2, 3, 4])
    func randomUse(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        for walk in 0..<TestSize.count(full: 500, small: 25) {
            let walker = try await LockWalker(seed: random.next())
            await walker.walk(steps: 16)
            for problem in try await walker.problems() {
                Issue.record("seed \(seed), walk \(walk): \(problem)\n\(walker.steps.joined(separator: "\n"))")
            }
        }
    }
}

/// A user of one lock, who knows each passcode and recovery code that may be valid.
private final class LockWalker: @unchecked Sendable {
    private enum Step: CaseIterable {
        case enterPasscode, enterWrongPasscode, draw, drawWrong, enterCode, enterWrongCode, askOwner
        case verify, verifyWrong, verifyDrawing, verifyWrongDrawing
        case setPasscode, setPicture, removePicture, renewCode, renewKey
        case addOwner, removeOwner, lock, leave, look, refresh, wait, restart, breakDisk, answerOwner
    }

    private let store = UnreliableStorage()
    private let owner = ScriptedOwner()
    private let bench: LockBench
    private let lock: AppLock
    private let window = LockBench.window
    private var random: SplitMix64
    private(set) var steps: [String] = []
    private let known = NSLock()
    private var passcodes = ["258000"]
    private var codes: [String] = []
    /// The number of the last passcode that was chosen.
    private var lastPasscode = 300_000
    private var hadFault = false

    init(seed: UInt64) async throws {
        random = SplitMix64(seed: seed)
        let pause = { @Sendable in for _ in 0..<Int.random(in: 0...3) { await Task.yield() } }
        bench = LockBench(store: store, owner: owner, deriver: InterruptedDeriver(pause))
        lock = try await bench.launch()
        lock.windowOpened(window)
        lock.windowBecameActive(window)
        if let code = try await lock.setUp(passcode: .of(passcodes[0]), kind: .sixDigits) { codes.append(code.text) }
    }

    /// Takes steps, up to three at the same time.
    func walk(steps count: Int) async {
        for _ in 0..<count {
            await withTaskGroup { group in
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    // Without a key, most steps change nothing.
                    let step: Step =
                        lock.dataKey == nil && Bool.random(using: &random)
                        ? .enterPasscode : Step.allCases.randomElement(using: &random)!
                    let choice = random.next()
                    note("\(step)")
                    group.addTask { await self.take(step, choice) }
                }
            }
        }
        await store.refuse(afterSaves: nil)
    }

    private func take(_ step: Step, _ choice: UInt64) async {
        do { try await attempt(step, choice) } catch {
            note("  \(step): \(error)")
        }
    }

    private func note(_ line: String) { known.withLock { steps.append(line) } }

    private func attempt(_ step: Step, _ choice: UInt64) async throws {
        let wrong = LockBench.drawing(shift: 150)
        switch step {
        case .enterPasscode: try await lock.unlock(with: .passcode(.of(newest(\.passcodes))))
        case .enterWrongPasscode: try await lock.unlock(with: .passcode(.of("111222")))
        case .draw:
            let drawing = LockBench.drawing(shift: Double(choice % 1000) / 300)
            try await lock.unlock(with: .drawing(drawing, on: LockBench.pictureDigest))
        case .drawWrong: try await lock.unlock(with: .drawing(wrong, on: LockBench.pictureDigest))
        case .enterCode: try await lock.unlock(with: .recoveryCode(newest(\.codes)))
        case .enterWrongCode: try await lock.unlock(with: .recoveryCode("0000-0000"))
        case .askOwner: lock.requestUnlock(with: .deviceOwner)
        case .verify: try await lock.verify(passcode: .of(newest(\.passcodes)))
        case .verifyWrong: try await lock.verify(passcode: .of("111222"))
        case .verifyDrawing:
            let drawing = LockBench.drawing(shift: Double(choice % 1000) / 300)
            try await lock.verify(drawing: drawing, on: LockBench.pictureDigest)
        case .verifyWrongDrawing: try await lock.verify(drawing: wrong, on: LockBench.pictureDigest)
        case .setPasscode: try await lock.setPasscode(.of(newPasscode()), kind: .sixDigits)
        case .setPicture: try await lock.setPicturePassword(LockBench.template)
        case .removePicture: try await lock.removePicturePassword()
        case .renewCode: learn(try await lock.renewRecoveryCode())
        case .renewKey:
            let renewed = try await lock.renewDataKey(passcode: .of(newPasscode()), kind: .sixDigits)
            if let code = renewed.recoveryCode { learn(code) }
            try await lock.finishRenewal()
        case .addOwner: try await lock.setDeviceOwner(choice % 2 == 0 ? .deviceOwner : .currentBiometrics)
        case .removeOwner: try await lock.setDeviceOwner(nil)
        case .lock: lock.lockNow()
        case .leave:
            lock.windowResignedActive(window)
            lock.windowEnteredBackground(window)
        case .look:
            lock.windowWillEnterForeground(window)
            lock.windowBecameActive(window)
        case .refresh: try await lock.refresh()
        case .wait: bench.clock.pass(seconds: Int64(choice % 400))
        case .restart: bench.clock.restart()
        case .breakDisk:
            known.withLock { hadFault = true }
            await store.refuse(afterSaves: choice % 3 == 0 ? nil : Int(choice % 4))
        case .answerOwner:
            let failures: [OwnerError] = [.cancelled, .denied, .invalidated(.biometricsChanged), .fallbackChosen]
            await owner.answer(.fails(failures[Int(choice % 4)]))
        }
    }

    private func newest(_ list: KeyPath<LockWalker, [String]>) -> String {
        known.withLock { self[keyPath: list].last ?? "" }
    }

    /// Returns a passcode that no other has. It may become valid even if the lock reports a failure.
    private func newPasscode() -> String {
        known.withLock {
            lastPasscode += 137
            passcodes.append("\(lastPasscode)")
            return "\(lastPasscode)"
        }
    }

    private func learn(_ code: RecoveryCode) { known.withLock { codes.append(code.text) } }

    /// Returns what is wrong with the lock once nothing happens any more.
    func problems() async throws -> [String] {
        var problems: [String] = []
        lock.windowWillEnterForeground(window)
        lock.windowBecameActive(window)
        await owner.answer()
        // A prompt may still be shown, or be answered.
        for _ in 0..<200 where [.prompting, .verifying].contains(lock.snapshot.state.kind) {
            try await Task.sleep(for: .milliseconds(5))
        }
        if [.prompting, .verifying].contains(lock.snapshot.state.kind) { problems.append("an attempt never ends") }
        lock.lockNow()
        if lock.dataKey != nil { problems.append("a locked lock has a key") }
        // Nothing else uses the vault, so the lock knows it without being asked. A prompt may have opened it just now.
        var unknown = try await differences()
        for _ in 0..<200 where !unknown.isEmpty {
            try await Task.sleep(for: .milliseconds(5))
            unknown = try await differences()
        }
        problems += unknown
        try await lock.refresh()
        problems += try await differences()
        let (shown, status) = (lock.snapshot, try await bench.vault.status())
        if !agrees(shown.state, status.standing) { problems.append("\(shown.state) for \(status.standing)") }
        // A disk that refuses to save may leave a key that opens nothing.
        let (keys, slots) = (await owner.secrets.count, status.externalKeys.count)
        if keys != slots, !hadFault { problems.append("\(keys) keys of the system for \(slots) slots") }
        if !(try await opens()) { problems.append("the owner is out: \(status.standing)") }
        return problems
    }

    /// Returns what the lock shows of its vault that is not so.
    private func differences() async throws -> [String] {
        var differences: [String] = []
        let (shown, status) = (lock.snapshot, try await bench.vault.status())
        let methods = shown.methods.ordered
        func compare(_ what: String, _ one: some Equatable, _ other: some Equatable) {
            if "\(one)" != "\(other)" { differences.append("\(what): \(one) instead of \(other)") }
        }
        compare("kind", shown.passcodeKind, status.passcodeKind)
        compare("passcode", methods.contains(.passcode), status.passcodeKind != nil)
        compare("picture", methods.contains(.picture), status.hasPicture)
        compare("recovery code", methods.contains(.recoveryCode), status.hasRecoveryCode)
        let isSetUp = (status.passcodeKind != nil, status.hasPicture)
        compare("passcodes left", shown.passcodeAttemptsLeft, isSetUp.0 ? Int(status.passcodeAttemptsLeft) : nil)
        compare("drawings left", shown.pictureAttemptsLeft, isSetUp.1 ? Int(status.pictureAttemptsLeft) : nil)
        return differences
    }

    /// Returns whether the lock's state is that of the vault's standing.
    private func agrees(_ state: LockState, _ standing: AttemptStanding) -> Bool {
        switch (state, standing) {
        case (.locked, .attemptsAllowed), (.lockedOut, .lockedOut), (.passcodeRequired, .attemptsAllowed),
            (.passcodeRequired, .passcodeRequired):
            true
        case (.recoveryRequired(let shown), .recoveryRequired(let reason)): shown == reason
        default: false
        }
    }

    /// Returns whether one of the newest recovery codes or passcodes opens the lock.
    private func opens() async throws -> Bool {
        let (codes, passcodes) = known.withLock { (self.codes.reversed(), self.passcodes.suffix(6).reversed()) }
        for code in codes where try await opens(.recoveryCode(code)) { return true }
        for passcode in passcodes {
            // No lockout is longer.
            bench.clock.pass(seconds: 1_000_000)
            try await lock.refresh()
            if try await opens(.passcode(.of(passcode))) { return true }
        }
        return false
    }

    private func opens(_ credential: consuming UnlockCredential) async throws -> Bool {
        do throws(VaultError) { try await lock.unlock(with: credential) } catch {
            switch error {
            case .rejected, .refused, .notEnrolled: return false
            default: throw error
            }
        }
        return lock.dataKey != nil
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault

extension World {
    /// Creates a vault that the passcode `owner1` opens.
    func made() async -> NewVault? {
        let result = Notes<Result<NewVault, VaultError>>()
        await runAlone { result.add("", await $0.make("owner1")) }
        guard case .success(let new)? = result.all.first?.1 else {
            fault("no vault was made: \(result.all)")
            return nil
        }
        return new
    }

    /// Restores an older copy of the storage, or changes nothing.
    /// - Parameters:
    ///   - both: A Boolean value that indicates whether the record is restored together with the ledger.
    ///   - first: The number of copies before the first guess.
    /// - Returns: Two Boolean values that indicate whether a copy was restored, and whether it is older than the first
    ///   guess.
    func attack(both: Bool, upTo first: Int) -> (isChanged: Bool, isFirst: Bool) {
        var copies: [(index: Int, copy: Media.Snapshot)] = []
        for (index, copy) in media.history.enumerated() where copy.ledger != nil {
            if both && copy.store == nil { continue }
            let isKnown = copies.contains { $0.copy.ledger == copy.ledger && (!both || $0.copy.store == copy.store) }
            if !isKnown { copies.append((index, copy)) }
        }
        let now = media.now
        copies.removeAll { $0.copy.ledger == now.ledger && (!both || $0.copy.store == now.store) }
        let choice = choose(copies.count + 1)
        guard choice > 0 else { return (false, false) }
        let (index, copy) = copies[choice - 1]
        media.change { now in
            now.ledger = copy.ledger
            if both { now.store = copy.store }
        }
        return (true, index < first)
    }

    /// Checks that the recovery code, and the owner's passcode if it is allowed, open the vault with its key.
    func expectOwner(
        _ passcode: String, _ new: NewVault, mayBeUnknown: Bool, mayBeExhausted: Bool
    ) async {
        await expectOwner([passcode], new, mayBeUnknown: mayBeUnknown, mayBeExhausted: mayBeExhausted)
    }

    /// Checks the same for one of several possible passcodes.
    func expectOwner(
        _ passcodes: [String], _ new: NewVault, mayBeUnknown: Bool, mayBeExhausted: Bool
    ) async {
        let outcomes = Notes<Result<DataKey, VaultError>>()
        await runAlone { vault in
            for passcode in passcodes { outcomes.add(passcode, await vault.attempt(passcode)) }
        }
        var isOpen = false
        for (_, outcome) in outcomes.all {
            switch outcome {
            case .success(let key):
                isOpen = true
                if key.bytes != new.key.bytes { fault("another key opens") }
            case .failure(.refused(.recoveryRequired(.attemptsUnknown))) where mayBeUnknown: isOpen = true
            case .failure(.refused(.recoveryRequired(.passcodeFailures))) where mayBeExhausted: isOpen = true
            case .failure(.rejected) where passcodes.count > 1: break
            case .failure(let error): fault("the owner's passcode gives \(error)")
            }
        }
        if !isOpen { fault("no passcode opens the vault") }
        if !(await opens(code: new)) { fault("the recovery code does not open the vault") }
    }

    /// Checks that no passcode opens the vault.
    func expectClosed(_ what: String) async {
        let outcome = Notes<Result<DataKey, VaultError>>()
        await runAlone { outcome.add("", await $0.attempt("owner1")) }
        if case .success? = outcome.all.first?.1 { fault(what) }
    }

    /// Returns a Boolean value that indicates whether the recovery code opens the vault with its key.
    func opens(code new: NewVault) async -> Bool {
        guard let code = new.recoveryCode?.text else { return false }
        let outcome = Notes<[UInt8]?>()
        await runAlone { vault in
            do throws(VaultError) { outcome.add("", try await vault.unlock(recoveryCode: code).bytes) } catch {}
        }
        return outcome.all.first?.1 != nil
    }

    func standing() async -> Result<AttemptStanding, VaultError> {
        let standing = Notes<Result<AttemptStanding, VaultError>>()
        await runAlone { vault in
            do throws(VaultError) {
                standing.add("", .success(try await vault.status().standing))
            } catch {
                standing.add("", .failure(error))
            }
        }
        return standing.all.first?.1 ?? .failure(.cancelled)
    }
}

/// The recorded results of processes.
final class Notes<Note>: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [(String, Note)] = []

    var all: [(String, Note)] { lock.withLock { notes } }

    func add(_ name: String, _ note: Note) { lock.withLock { notes.append((name, note)) } }
}

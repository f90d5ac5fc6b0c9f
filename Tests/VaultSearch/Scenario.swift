// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// The events of one part of the search, and the conditions that must hold afterwards.
public enum Scenario: String, CaseIterable, Sendable {
    /// Concurrent guesses, and a ledger that is restored between runs.
    case olderLedger
    /// Concurrent guesses with a counter, and a record and ledger that are restored together between runs.
    case olderBoth
    /// Attempts that are killed one after the other.
    case killedAgain
    /// Two processes create a vault.
    case twoCreators
    /// A passcode is changed while another is tried.
    case change
    /// The data key is renewed while a passcode is tried.
    case renewal
    /// The data key is renewed while the duress passcode is used to finish a renewal.
    case renewalUnderDuress
    /// The last guess destroys the vault.
    case wipe
    /// The owner destroys the vault while a guess is made.
    case wipeByOwner
    /// Two concurrent recoveries after the ledger was removed.
    case recovery
    /// The record is removed.
    case vanished

    func play(in world: World) async {
        switch self {
        case .olderLedger: await playOlder(in: world, both: false)
        case .olderBoth: await playOlder(in: world, both: true)
        case .killedAgain: await playKilledAgain(in: world)
        case .twoCreators: await playTwoCreators(in: world)
        case .change: await playChange(in: world)
        case .renewal: await playRenewal(in: world, guess("90001"))
        case .renewalUnderDuress: await playRenewalUnderDuress(in: world)
        case .wipe: await playWipe(in: world)
        case .wipeByOwner: await playWipeByOwner(in: world)
        case .recovery: await playRecovery(in: world)
        case .vanished: await playVanished(in: world)
        }
    }

    var hasCounter: Bool { self == .olderBoth }

    /// The number of processes that have to be killed for a meaningful result.
    var leastKills: Int { self == .killedAgain ? 2 : 0 }

    private func playOlder(in world: World, both: Bool) async {
        guard let new = await world.made() else { return }
        let created = world.media.history.count
        await world.run([guess("90001"), guess("90002")])
        var (isChanged, isFirst) = world.attack(both: both, upTo: created)
        let isTried = world.guesses.count > 0
        if isChanged && isFirst && isTried {
            await world.expectClosed("an older copy from before all guesses opens")
        }
        await world.run([guess("90003")])
        let second = world.attack(both: both, upTo: created)
        isChanged = isChanged || second.isChanged
        await world.runAlone(guess("90004"))
        if world.guesses.count > Int(World.limit) { world.fault("\(world.guesses.count) guesses were made") }
        await world.expectOwner("owner1", new, mayBeUnknown: isChanged, mayBeExhausted: true)
    }

    private func playKilledAgain(in world: World) async {
        world.policy.passcodeLimit = 6
        guard let new = await world.made() else { return }
        for passcode in ["90001", "90002", "90003"] { await world.run([guess(passcode)]) }
        await world.expectOwner("owner1", new, mayBeUnknown: false, mayBeExhausted: false)
    }

    private func playTwoCreators(in world: World) async {
        let results = Notes<Result<NewVault, VaultError>>()
        await world.run([
            { results.add("first1", await $0.make("first1")) }, { results.add("second2", await $0.make("second2")) },
        ])
        let winners = results.all.compactMap { name, result in (try? result.get()).map { (name, $0) } }
        if winners.count > 1 { world.fault("two vaults were made in one place") }
        if let (passcode, new) = winners.first {
            await world.expectOwner(passcode, new, mayBeUnknown: false, mayBeExhausted: false)
        } else if !world.hasKilled {
            world.fault("no vault was made")
        } else {
            let third = Notes<Result<NewVault, VaultError>>()
            await world.runAlone { third.add("third3", await $0.make("third3")) }
            switch third.all.first?.1 {
            case .success(let new):
                await world.expectOwner("third3", new, mayBeUnknown: false, mayBeExhausted: false)
            case .failure(.exists):
                let opened = Notes<Bool>()
                await world.runAlone { vault in
                    for passcode in ["first1", "second2"] {
                        if case .success = await vault.attempt(passcode) { opened.add(passcode, true) }
                    }
                }
                if opened.all.count != 1 { world.fault("a vault was left that no creator's passcode opens") }
            case .failure(let error): world.fault("no vault can be made any more: \(error)")
            case nil: world.fault("nothing was answered")
            }
        }
    }

    private func playChange(in world: World) async {
        world.policy.passcodeLimit = 6
        guard let new = await world.made() else { return }
        let changed = Notes<Bool>()
        await world.run([
            { vault in
                do throws(VaultError) {
                    try await vault.setPasscode(
                        SecretBytes(Array("owner2".utf8)), kind: .alphanumeric, with: new.key)
                    changed.add("", true)
                } catch {}
            }, guess("90001"),
        ])
        let isKnown = !changed.all.isEmpty
        await world.expectOwner(
            isKnown ? ["owner2"] : ["owner2", "owner1"], new, mayBeUnknown: false, mayBeExhausted: false)
    }

    private func playRenewalUnderDuress(in world: World) async {
        await playRenewal(in: world) { vault in
            guard case .success(let key) = await vault.attempt("forced3") else { return }
            do throws(VaultError) { try await vault.finishRenewal(with: key) } catch {}
        }
    }

    /// - Parameter other: The steps of another process meanwhile. `forced3` is the duress passcode.
    private func playRenewal(in world: World, _ other: @escaping @Sendable (Vault) async -> Void) async {
        world.policy.passcodeLimit = 6
        guard let new = await world.made() else { return }
        await world.runAlone { vault in
            do throws(VaultError) {
                try await vault.setDuressPasscode(SecretBytes(Array("forced3".utf8)), with: new.key)
            } catch {}
        }
        let renewed = Notes<RenewedKey>()
        await world.run([
            { vault in
                do throws(VaultError) {
                    renewed.add(
                        "",
                        try await vault.renewDataKey(
                            passcode: SecretBytes(Array("owner2".utf8)), kind: .alphanumeric, with: new.key))
                } catch {}
            }, other,
        ])
        let found = Notes<[UInt8]>()
        await world.runAlone { vault in
            for passcode in ["owner2", "owner1"] {
                guard case .success(let key) = await vault.attempt(passcode), let bytes = key.bytes else { continue }
                found.add("key", bytes)
                do throws(VaultError) {
                    if let previous = try await vault.previousDataKey(with: key)?.bytes { found.add("key", previous) }
                } catch {}
                return
            }
        }
        let keys = found.all.map(\.1)
        guard let old = new.key.bytes else { return }
        if !keys.contains(old) { world.fault("the key of the data from before the renewal is lost") }
        if let today = renewed.all.first?.1.key.bytes, keys.first != today {
            world.fault("the renewed key is not the vault's")
        }
    }

    private func playWipe(in world: World) async {
        world.policy.limitConsequence = .wipe
        guard let new = await world.made() else { return }
        await world.run([guess("90001"), guess("90002")])
        let standing = await world.standing()
        switch standing {
        case .success(.wiped):
            if await world.opens(code: new) { world.fault("a wiped vault opens") }
        case .success(.attemptsAllowed):
            if world.guesses.count >= Int(World.limit) { world.fault("the last guess left the vault") }
        default: world.fault("a vault after its last guess is \(standing)")
        }
    }

    private func playWipeByOwner(in world: World) async {
        guard let new = await world.made() else { return }
        let wiped = Notes<Bool>()
        await world.run([
            { vault in
                do throws(VaultError) {
                    try await vault.wipe(with: new.key)
                    wiped.add("", true)
                } catch {}
            }, guess("90001"),
        ])
        let standing = await world.standing()
        switch standing {
        case .failure(.missing), .success(.wiped):
            if await world.opens(code: new) { world.fault("a wiped vault opens") }
        case .success(.attemptsAllowed) where wiped.all.isEmpty: break
        default: world.fault("a vault that its owner wiped is \(standing)")
        }
    }

    private func playRecovery(in world: World) async {
        guard let new = await world.made(), let code = new.recoveryCode?.text else { return }
        world.ledger.put(nil)
        let opened = Notes<Bool>()
        let recover: @Sendable (Vault) async -> Void = { vault in
            do throws(VaultError) {
                _ = try await vault.unlock(recoveryCode: code)
                opened.add("", true)
            } catch {}
        }
        await world.run([recover, recover])
        if !world.hasKilled {
            if opened.all.isEmpty { world.fault("no recovery code opened the vault") }
            await world.expectOwner("owner1", new, mayBeUnknown: false, mayBeExhausted: false)
        } else if !(await world.opens(code: new)) {
            world.fault("the recovery code opens nothing")
        }
    }

    private func playVanished(in world: World) async {
        guard await world.made() != nil else { return }
        await world.run([guess("90001")])
        world.store.put(nil)
        let standing = await world.standing()
        if standing != .success(.recoveryRequired(.vaultVanished)) { world.fault("a vanished vault is \(standing)") }
        let made = Notes<Bool>()
        await world.runAlone { vault in
            if case .success = await vault.make("third3") { made.add("over it", true) }
            do throws(VaultError) { try await vault.discardVanished() } catch { made.add("\(error)", true) }
        }
        if let fault = made.all.first { world.fault("a vanished vault: \(fault.0)") }
        guard await world.made() != nil else { return world.fault("no vault can be made where one was given up") }
    }
}

/// A guess that is wrong.
private func guess(_ passcode: String) -> @Sendable (Vault) async -> Void {
    { vault in _ = await vault.attempt(passcode) }
}

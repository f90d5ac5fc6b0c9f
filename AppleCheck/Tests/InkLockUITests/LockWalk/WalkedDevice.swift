// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode
import Security

@testable import InkLockUI

/// The storage, clock, keychain and person of a device on which an app runs, also after it is started again.
@MainActor final class WalkedDevice {
    let store = UnreliableStorage()
    let ledger = InMemoryStorage()
    let clock = ManualClock()
    let gate = DerivationGate()
    var settings = LockSettings()

    init() {
        _Device.shared.reset()
        _Keychain.shared.reset()
    }

    var vault: Vault {
        Vault(
            store: store, ledger: ledger, deviceKey: MemoryDeviceKey(SecretBytes([UInt8](repeating: 7, count: 32))),
            parameters: Vault.Parameters(cost: ScryptCost(logN: 1, blockSize: 1, parallelism: 1)!),
            deriver: GatedDeriver(gate: gate), clock: clock)
    }

    /// Starts the app.
    func start(_ calls: OutsideCalls) -> AppLock {
        AppLock(
            vault: vault, owner: WalkedOwner(calls: calls),
            parameters: .localized(settings: settings, enrolment: .any, appName: "Harbour"))
    }
}

/// A keychain's owner whose calls a test waits for.
struct WalkedOwner: DeviceOwner {
    private let owner = KeychainOwner(service: "walk")
    let calls: OutsideCalls

    init(calls: OutsideCalls) { self.calls = calls }

    func capabilities() async -> UnlockMethods.Capabilities { await calls.during { await owner.capabilities() } }

    func add(
        _ secret: consuming SecretBytes, named name: String, for accessControl: AccessControl
    ) async throws(OwnerError) {
        let bytes = secret.withBytes { Array($0) }
        try await calls.during { () throws(OwnerError) in
            try await owner.add(SecretBytes(bytes), named: name, for: accessControl)
        }
    }

    func update(_ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt) async throws(OwnerError) {
        throw .unavailable
    }

    func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes {
        let bytes = try await calls.during { () async throws(OwnerError) in
            try await owner.read(name, prompt: prompt).withBytes { Array($0) }
        }
        return SecretBytes(bytes)
    }

    func delete(_ name: String) async throws(OwnerError) {
        try await calls.during { () throws(OwnerError) in try await owner.delete(name) }
    }
}

/// A gate before each derivation of a key from a passcode.
final class DerivationGate: @unchecked Sendable {
    private let lock = NSLock()
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var passed = 0

    /// The number of derivations so far.
    var count: Int { lock.withLock { passed } }

    var isWaiting: Bool { lock.withLock { !waiting.isEmpty } }

    func close() { lock.withLock { isClosed = true } }

    func open() {
        let waiting = lock.withLock {
            isClosed = false
            defer { self.waiting = [] }
            return self.waiting
        }
        for derivation in waiting { derivation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { derivation in
            let isOpen = lock.withLock {
                passed += 1
                if isClosed { waiting.append(derivation) }
                return !isClosed
            }
            if isOpen { derivation.resume() }
        }
    }
}

struct GatedDeriver: Deriver {
    let gate: DerivationGate

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await body() }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        await gate.pass()
        return try passcode.derived(by: hash)
    }
}

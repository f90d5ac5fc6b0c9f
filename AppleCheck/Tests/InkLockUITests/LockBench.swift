// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkLock
import InkTestSupport
import LockFlow
import LockVault
import Passcode
import PicturePassword
import Testing

/// A lock whose vault, owner and clock a test controls.
struct LockBench {
    var store: any VaultStore = InMemoryStorage()
    let ledger = InMemoryStorage()
    let clock = ManualClock()
    var owner: ScriptedOwner?
    var settings = LockSettings()
    var enrolment = EnrolmentRule.any
    var verifier: any GestureVerifier = DefaultVerifier()
    var adaptsPicturePassword = true
    var offersDuress = false
    var deriver: any Deriver = DerivationQueue(threads: 1)

    /// The app's vault, as other code sees it.
    var vault: Vault {
        Vault(
            store: store, ledger: ledger,
            deviceKey: MemoryDeviceKey(SecretBytes([UInt8](repeating: 7, count: 32))),
            parameters: Vault.Parameters(
                cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!, offersDuress: offersDuress),
            deriver: deriver, clock: clock)
    }

    static let window = WindowID(rawValue: 1)
    static let pictureDigest: [UInt8] = [5]

    /// Returns the owner's drawing, moved by `shift` picture units.
    static func drawing(shift: Double) -> PictureGesture {
        let points = (0..<40).map { (i: Int) -> GesturePoint in
            let (across, down): (Double, Double) = (Double(i) * 5, Double(i % 9) * 3)
            return GesturePoint(InkPoint(x: 40 + across + shift, y: 60 + down), time: Double(i) / 60)
        }
        return PictureGesture([GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])])
    }

    static var template: GestureTemplate {
        GestureTemplate(pictureDigest: pictureDigest, samples: [0, 1, 2].map { drawing(shift: $0) })!
    }

    /// Starts the app.
    func launch() async throws -> AppLock {
        let lock = start()
        try await lock.refresh()
        return lock
    }

    /// Starts the app. The vault is not read yet.
    func start() -> AppLock {
        AppLock(
            vault: vault, owner: owner,
            parameters: .init(
                settings: settings, enrolment: enrolment, verifier: verifier,
                adaptsPicturePassword: adaptsPicturePassword
            ) { OwnerPrompt("Unlock the notes", fallbackTitle: "\($0)") })
    }

    /// Returns the lock of an active app with the passcode 2580, locked after set-up.
    func lockedApp() async throws -> AppLock {
        let lock = try await launch()
        lock.windowOpened(Self.window)
        lock.windowBecameActive(Self.window)
        _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
        lock.lockNow()
        return lock
    }
}

extension SecretBytes {
    static func of(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }
}

extension AppLock {
    /// Waits for the first state of the lock that satisfies a condition.
    func snapshot(where isIt: (LockSnapshot) -> Bool) async throws -> LockSnapshot {
        for await snapshot in snapshots() where isIt(snapshot) { return snapshot }
        throw CancellationError()
    }
}

/// A deriver that calls a closure before each derivation.
struct InterruptedDeriver: Deriver {
    private let queue = DerivationQueue(threads: 1)
    let interruption: @Sendable () async -> Void

    init(_ interruption: @escaping @Sendable () async -> Void) { self.interruption = interruption }

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await queue.withTurn(body) }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        await interruption()
        return try await queue.derive(passcode, by: hash)
    }
}

/// Storage that can be written but, while a test so chooses, not read.
actor UnreliableStorage: VaultStore {
    private let place = InMemoryStorage()
    private var isUnreadable = false
    private var isHeld = false
    private var savesLeft: Int?
    private var refusesAfter: Int?

    static let fault = VaultError.storage(.read, code: 5)

    func becomeUnreadable(_ isUnreadable: Bool = true) { self.isUnreadable = isUnreadable }

    /// Makes each read wait until `fail()`.
    func hold() { isHeld = true }

    /// Makes the reads that wait, and each later one, fail.
    func fail() {
        isUnreadable = true
        isHeld = false
    }

    /// Makes the storage unreadable after `count` more writes.
    func becomeUnreadable(afterSaves count: Int) { savesLeft = count }

    /// Makes the storage refuse to save after `count` more writes; `nil` ends that.
    func refuse(afterSaves count: Int?) { refusesAfter = count }

    func load() async throws(VaultError) -> StoredBytes {
        while isHeld { try? await Task.sleep(for: .milliseconds(2)) }
        guard !isUnreadable else { throw Self.fault }
        return try await place.load()
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        if let left = refusesAfter {
            guard left > 0 else { throw Self.fault }
            refusesAfter = left - 1
        }
        try await place.save(new, replacing: old)
        guard let left = savesLeft else { return }
        savesLeft = left > 1 ? left - 1 : nil
        isUnreadable = left == 1
    }

    func remove() async throws(VaultError) { await place.remove() }
}

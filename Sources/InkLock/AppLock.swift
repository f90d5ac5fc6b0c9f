// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode

/// The lock of an app: what to show, when the app opens, and the key that opens its data meanwhile.
///
/// It joins the state machine, the vault and the device's owner. A host reports what happens to its windows, shows what
/// ``screen`` says, and hands in what was typed or drawn. Reports take effect before they return, from any thread, so that a
/// window is covered before the system takes its picture; what takes time goes on in the background.
///
/// The key is in memory only while the owner is in, or within grace, and is overwritten after that.
public actor AppLock {
    /// What an app decides about its lock.
    public struct Parameters: Sendable {
        /// How soon and how strictly the app locks.
        public var settings: LockSettings
        /// What passcodes and drawings are taken at set-up and at each change.
        public var enrolment: EnrolmentRule
        /// The words on the system's prompt, given what its button falls back on.
        public var prompt: @Sendable (UnlockMethods.Fallback) -> OwnerPrompt

        /// By default it locks at once, and the prompt says "Unlock": an app should say what for, in its owner's
        /// language.
        public init(
            settings: LockSettings = LockSettings(), enrolment: EnrolmentRule = EnrolmentRule(),
            prompt: @escaping @Sendable (UnlockMethods.Fallback) -> OwnerPrompt = { _ in OwnerPrompt("Unlock") }
        ) {
            self.settings = settings
            self.enrolment = enrolment
            self.prompt = prompt
        }
    }

    nonisolated let vault: Vault
    nonisolated let owner: (any DeviceOwner)?
    nonisolated let parameters: Parameters
    nonisolated let clock: any VaultClock
    nonisolated let book: LockBook

    /// Locked, if a lock has been set up.
    /// - Parameters:
    ///   - vault: used by nothing else while this lock is, or ``refresh()`` has to be told.
    ///   - owner: the system's way of asking for the device's owner, if there is one.
    ///   - parameters: what the app decides about its lock.
    ///   - isDataAvailable: whether the vault can be read: not before a device was unlocked once since it started. Without,
    ///     the app is locked and asks for nothing until ``dataBecameAvailable()``.
    ///   - clock: what grace and lockouts are measured by; the vault's.
    /// - Throws: `VaultError` if it cannot be told whether there is a lock. Show nothing then.
    public init(
        vault: Vault, owner: (any DeviceOwner)? = nil, parameters: Parameters = Parameters(),
        isDataAvailable: Bool = true, clock: any VaultClock = SystemVaultClock()
    ) async throws(VaultError) {
        let status = isDataAvailable ? try await Self.status(of: vault) : nil
        let capabilities = await owner?.capabilities() ?? UnlockMethods.Capabilities()
        let slot = status.flatMap { $0.ownerSlot }
        let machine = LockMachine(
            isConfigured: status != nil || !isDataAvailable, settings: parameters.settings,
            methods: UnlockMethods(capabilities, UnlockMethods.Choices(status, slot)),
            standing: status?.standing ?? .mayTry, isDataAvailable: isDataAvailable, at: clock.now())
        self.vault = vault
        self.owner = owner
        self.parameters = parameters
        self.clock = clock
        book = LockBook(machine)
        book.turn { page in
            page.passcodeKind = status?.passcodeKind
            page.ownerSlot = slot
            page.awaitsData = !isDataAvailable
        }
    }

    /// Keeps vault, count of attempts and device key as three files in a folder: where there is no keychain.
    /// - Parameters:
    ///   - folder: made if it is not there, for its owner alone.
    ///   - parameters: what the app decides about its lock.
    /// - Throws: `VaultError`; `VaultError.exposed` if the folder is a symbolic link, another user's, or reachable by others;
    ///   `VaultError.storage(_:code:)` if it cannot be made.
    public init(folder: String, parameters: Parameters = Parameters()) async throws(VaultError) {
        try PrivateFolder.make(folder)
        let vault = Vault(
            store: FilePlace(path: folder + "/vault"), ledger: FilePlace(path: folder + "/attempts"),
            deviceKey: FileDeviceKey(path: folder + "/device-key"))
        try await self.init(vault: vault, parameters: parameters)
    }

    /// What to show now.
    public nonisolated var screen: LockScreen { book.turn { $0.screen } }

    /// The wrong attempts since the owner was last let in, as the last opening told; none while the app is locked. Tell the
    /// owner: "4 wrong attempts since you were last here, the last on Tuesday".
    public nonisolated var failedAttempts: FailedAttempts { key?.failedAttempts ?? FailedAttempts() }

    /// The screen now, and each one after it. Whoever is slow sees the newest and misses those between.
    public nonisolated func screens() -> AsyncStream<LockScreen> { book.watch() }

    /// What opens the app's data; `nil` unless the owner is in, or looked away within grace. Do not keep it.
    public nonisolated var key: DataKey? { book.turn { $0.key } }

    /// `nil` if there is no vault.
    static func status(of vault: Vault) async throws(VaultError) -> VaultStatus? {
        do throws(VaultError) { return try await vault.status() } catch .missing { return nil }
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode

/// The lock of an app: the screen to show, the unlocking, and the key of the app's data.
///
/// It joins the state machine, the vault and the device's owner. The host reports events of its windows, shows the
/// ``screen``, and submits passcodes, drawings and codes. Reports take effect before they return, from any thread, so
/// that a window is covered before the system takes its snapshot. Slow work continues in the background.
///
/// The key is in memory only while the app is unlocked or within the grace period. After that it is overwritten.
public actor AppLock {
    /// The app's settings for its lock.
    public struct Parameters: Sendable {
        /// The settings for how soon and how strictly the app locks.
        public var settings: LockSettings
        /// The rule for new passcodes and drawings.
        public var enrolment: EnrolmentRule
        /// Returns the texts of the system's prompt for a fallback.
        public var prompt: @Sendable (UnlockMethods.Fallback) -> OwnerPrompt

        /// Creates parameters. By default the app locks at once, and the prompt says "Unlock". An app should state the
        /// purpose in the owner's language.
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
    nonisolated let book: AppLockState

    /// Creates a lock. The app is locked if a lock is set up.
    /// - Parameters:
    ///   - vault: The vault. Call ``refresh()`` if other code changes it while the lock is in use.
    ///   - owner: The system's authentication of the device's owner; `nil` if there is none.
    ///   - parameters: The app's settings.
    ///   - isDataAvailable: A Boolean value that indicates whether the vault is readable, which it is not before the
    ///     device is first unlocked after a boot. If `false`, the app is locked and prompts for nothing until
    ///     ``dataBecameAvailable()``.
    ///   - clock: The clock that the grace period and lockouts are measured by: the vault's.
    /// - Throws: `VaultError` if it cannot be determined whether there is a lock. Show no content then.
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
        book = AppLockState(machine)
        book.turn { page in
            page.passcodeKind = status?.passcodeKind
            page.ownerSlot = slot
            page.awaitsData = !isDataAvailable
        }
    }

    /// Creates a lock that keeps the vault, the attempt counts and the device key as three files in a folder, for
    /// systems without a keychain.
    /// - Parameters:
    ///   - folder: The path of the folder. If it does not exist it is created, accessible to its owner alone.
    ///   - parameters: The app's settings.
    /// - Throws: `VaultError`; `VaultError.exposed` if the folder is a symbolic link, belongs to another user, or is
    ///   accessible to other users; `VaultError.storage(_:code:)` if it cannot be created.
    public init(folder: String, parameters: Parameters = Parameters()) async throws(VaultError) {
        try PrivateFolder.make(folder)
        let vault = Vault(
            store: FileStorage(path: folder + "/vault"), ledger: FileStorage(path: folder + "/attempts"),
            deviceKey: FileDeviceKey(path: folder + "/device-key"))
        try await self.init(vault: vault, parameters: parameters)
    }

    /// The screen to show now.
    public nonisolated var screen: LockSnapshot { book.turn { $0.screen } }

    /// The wrong attempts since the owner last unlocked, as counted at the last opening; none while the app is locked.
    /// Show them to the owner: "4 wrong attempts since you were last here, the last on Tuesday".
    public nonisolated var failedAttempts: FailedAttempts { key?.failedAttempts ?? FailedAttempts() }

    /// Returns the current screen and each later one. A slow observer gets the newest screen and misses those in
    /// between.
    public nonisolated func screens() -> AsyncStream<LockSnapshot> { book.watch() }

    /// The key of the app's data; `nil` unless the app is unlocked or within the grace period. Do not store it.
    public nonisolated var key: DataKey? { book.turn { $0.key } }

    /// Returns the vault's status; `nil` if there is no vault.
    static func status(of vault: Vault) async throws(VaultError) -> VaultStatus? {
        do throws(VaultError) { return try await vault.status() } catch .missing { return nil }
    }
}

// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import PicturePassword

/// The lock of an app. It decides which windows show content, unlocks the app, and holds the key of the app's data.
///
/// The lock connects the state machine, the vault and the authentication of the device's owner. The host reports events
/// of its windows, shows the ``snapshot``, and unlocks with passcodes, drawings and codes. A report may come from any
/// thread and takes effect before the call returns, so that a window is covered before the system takes its picture.
/// Slow work continues in the background.
///
/// The key is in memory only while the app is unlocked or within the grace period. After that it is overwritten.
public final class AppLock: Sendable {
    /// The app's settings for its lock.
    public struct Parameters: Sendable {
        /// The initial settings for how soon and how strictly the app locks; see ``AppLock/settings``.
        public var settings: LockSettings
        /// The rule for new passcodes and drawings.
        public var enrolment: EnrolmentRule
        /// The verifier that compares drawings.
        public var verifier: any GestureVerifier
        /// A Boolean value that indicates whether a picture password follows changes of its owner's hand. See
        /// `Vault.adaptPicturePassword(to:with:)`.
        public var adaptsPicturePassword: Bool
        /// A closure that returns the texts of the system's prompt for a fallback.
        public var prompt: @Sendable (UnlockMethods.Fallback) -> OwnerPrompt

        /// Creates parameters. By default the app locks as soon as it is left, and the prompt says "Unlock". An app
        /// should state the purpose in the owner's language.
        public init(
            settings: LockSettings = LockSettings(), enrolment: EnrolmentRule = EnrolmentRule(),
            verifier: any GestureVerifier = DefaultVerifier(), adaptsPicturePassword: Bool = true,
            prompt: @escaping @Sendable (UnlockMethods.Fallback) -> OwnerPrompt = { _ in OwnerPrompt("Unlock") }
        ) {
            self.settings = settings
            self.enrolment = enrolment
            self.verifier = verifier
            self.adaptsPicturePassword = adaptsPicturePassword
            self.prompt = prompt
        }
    }

    let vault: Vault
    let owner: (any DeviceOwner)?
    let parameters: Parameters
    /// The clock that measures the grace period and lockouts: the vault's.
    var clock: any VaultClock { vault.clock }
    let state: AppLockState
    /// Prepares the storage before the vault is read for the first time.
    let prepare: @Sendable () throws(VaultError) -> Void

    /// Creates a lock, and reads the vault in the background. Until it is read, every window is covered; see
    /// ``LockSnapshot/loading-swift.property``.
    /// - Parameters:
    ///   - vault: The vault. Call ``refresh()`` if other code changes it while the lock is in use.
    ///   - owner: The system's authentication of the device's owner; `nil` if there is none.
    ///   - parameters: The app's settings.
    public convenience init(vault: Vault, owner: (any DeviceOwner)? = nil, parameters: Parameters = Parameters()) {
        self.init(vault: vault, owner: owner, parameters: parameters) { () throws(VaultError) in }
    }

    /// Creates a lock that keeps the vault, the attempt counts and the device key as three files in a folder, for
    /// systems without a keychain.
    ///
    /// Loading fails with `VaultError.insecurePermissions` if the folder is a symbolic link, belongs to another user,
    /// or is accessible to other users, and with `VaultError.storage(_:code:)` if it cannot be created.
    /// - Parameters:
    ///   - folder: The path of the folder. If it does not exist, it is created, accessible to its owner alone.
    ///   - parameters: The app's settings.
    public convenience init(folder: String, parameters: Parameters = Parameters()) {
        let vault = Vault(
            store: FileStorage(path: folder + "/vault"), ledger: FileStorage(path: folder + "/attempts"),
            deviceKey: FileDeviceKey(path: folder + "/device-key"))
        self.init(vault: vault, owner: nil, parameters: parameters) {
            () throws(VaultError) in try PrivateFolder.make(folder)
        }
    }

    private init(
        vault: Vault, owner: (any DeviceOwner)?, parameters: Parameters,
        prepare: @escaping @Sendable () throws(VaultError) -> Void
    ) {
        self.vault = vault
        self.owner = owner
        self.parameters = parameters
        self.prepare = prepare
        // The vault has not been read yet. Until then, the app is locked and prompts for nothing.
        state = AppLockState(
            LockMachine(
                isConfigured: true, settings: parameters.settings,
                methods: UnlockMethods(UnlockMethods.Capabilities(), UnlockMethods.Choices(nil, nil)),
                isDataAvailable: false, at: vault.clock.now()))
        Task { try? await refresh() }
    }

    /// The settings for how soon and how strictly the app locks. They are initially those of the ``Parameters``. A
    /// change applies from the next event, so that the owner may choose the grace period in the app.
    public var settings: LockSettings {
        get { state.withLock { $0.machine.settings } }
        set { state.withLock { $0.machine.settings = newValue } }
    }

    /// The rule for new passcodes and drawings: that of the ``Parameters``.
    public var enrolment: EnrolmentRule { parameters.enrolment }

    /// The state to show now.
    public var snapshot: LockSnapshot { state.withLock { $0.snapshot } }

    /// Returns the current snapshot and each later one. A slow observer gets the newest snapshot and misses those in
    /// between. The stream ends when the lock is deallocated or the observer's task is cancelled.
    public func snapshots() -> AsyncStream<LockSnapshot> { state.watch() }

    /// The key of the app's data; `nil` unless the app is unlocked or within the grace period. Do not store the key.
    public var dataKey: DataKey? {
        // While the system suspends the app, nothing ends the grace period.
        report { machine, now in machine.endGrace(at: now) }
        return state.withLock { $0.key }
    }

    /// The method that opened the app; `nil` while the app is locked or has no lock. The method is not stored.
    ///
    /// After a recovery code the owner may have forgotten the passcode: let them set a new one without asking for the
    /// old one, and then renew the code. Once a passcode is set, it counts as the method.
    public var openedBy: UnlockMethod? { state.withLock { $0.openedBy } }

    /// The number of wrong passcodes that are still allowed before the passcode no longer opens the app; `nil` if it is
    /// unknown or unlimited, or if there is no passcode. A wrong attempt changes it before its error is thrown.
    public var passcodeAttemptsLeft: Int? { snapshot.passcodeAttemptsLeft }

    /// The number of wrong drawings that are still allowed before the picture password no longer opens the app; `nil`
    /// if it is unknown or unlimited, or if there is no picture password. A wrong attempt changes it before its error
    /// is thrown.
    public var pictureAttemptsLeft: Int? { snapshot.pictureAttemptsLeft }

    /// The wrong attempts from the owner's previous unlocking to the last one, and those that ``verify(passcode:)`` and
    /// ``verify(drawing:on:)`` have counted afterwards; none while the app is locked. Show them to the owner: "4 wrong
    /// attempts since you were last here, the last on Tuesday".
    public var failedAttempts: FailedAttempts {
        state.withLock { $0.key?.failedAttempts.followed(by: $0.laterFailures) ?? FailedAttempts() }
    }

    /// The methods that may be tried now, the best first; empty while an attempt is under way and while the app is not
    /// locked. The list can change without an event, as time passes, so query it whenever a cover is drawn.
    public var offeredMethods: [UnlockMethod] { state.withLock { $0.machine.offeredMethods(at: clock.now()) } }

    /// The seconds until the lockout ends; 0 if there is none. A passkey and a recovery code are allowed during a
    /// lockout. The value changes as time passes, so query it whenever a cover is drawn.
    public var lockoutSeconds: Double { state.withLock { $0.machine.lockoutSeconds(at: clock.now()) } }

    /// Reads the device's capabilities, the unlock methods and the allowed attempts again. Call the method when one of
    /// them may have changed, and from time to time during a lockout. If the vault could not be loaded, the method
    /// tries again.
    /// - Throws: `VaultError` if the vault cannot be read. The app does not unlock then.
    public func refresh() async throws(VaultError) {
        let reading = state.withLock { $0.beginReading() }
        let status: VaultStatus?
        do throws(VaultError) {
            if state.withLock({ $0.loading != .complete }) { try prepare() }
            status = try await self.status()
        } catch {
            state.withLock { $0.failLoading(error, reading) }
            throw error
        }
        let slot = status?.ownerSlot
        let methods = UnlockMethods(await capabilities(), UnlockMethods.Choices(status, slot))
        let deliveries: [@Sendable () -> Void]? = state.withLock { storage in
            guard storage.isCurrent(reading) else { return nil }
            // A vault that has vanished meanwhile opens nothing.
            guard status != nil || storage.loading != .complete else { return [] }
            storage.passcodeKind = status?.passcodeKind
            storage.readAttemptsLeft(status)
            storage.ownerSlot = slot
            storage.deviceOwner = slot?.accessControl
            var actions = storage.machine.methodsChanged(methods, at: clock.now())
            if let standing = status?.standing {
                actions += storage.machine.standingRead(standing, at: clock.now())
            }
            if let status, storage.loading == .complete, !storage.isSettingUp {
                actions += storage.machine.lockFound(status.standing, at: clock.now())
            }
            if storage.loading != .complete {
                storage.loading = .complete
                actions += storage.machine.dataBecameAvailable(isConfigured: status != nil, at: clock.now())
            }
            return perform(actions, &storage)
        }
        guard let deliveries else { return try await refresh() }
        deliver(deliveries)
    }

    /// Reads the vault unless it has been read.
    func load() async throws(VaultError) {
        if state.withLock({ $0.loading != .complete }) { try await refresh() }
    }

    /// Returns the vault's status; `nil` if there is no vault.
    func status() async throws(VaultError) -> VaultStatus? {
        do throws(VaultError) { return try await vault.status() } catch .missing { return nil }
    }

    /// Reads the allowed attempts again, after one that the vault has counted. The lock may be open, or have locked
    /// meanwhile. If the vault cannot be read, the numbers of attempts that are left are unknown.
    /// - Parameter error: The error of the attempt, whose standing counts if the vault cannot be read; `nil` if there
    ///   was none.
    func readAttempts(after error: VaultError? = nil) async {
        let reading = state.withLock { $0.beginReading() }
        // The vault has counted the attempt also where the caller is cancelled.
        let status = await Task { () -> VaultStatus? in try? await self.status() }.value
        let standing = status?.standing ?? error?.standing
        let deliveries: [@Sendable () -> Void]? = state.withLock { storage in
            // A later change or reading may not have seen this attempt.
            guard storage.isCurrent(reading) else { return nil }
            storage.readAttemptsLeft(status)
            guard let standing else { return [] }
            return perform(storage.machine.standingRead(standing, at: clock.now()), &storage)
        }
        guard let deliveries else { return await readAttempts(after: error) }
        deliver(deliveries)
    }

    func capabilities() async -> UnlockMethods.Capabilities {
        await owner?.capabilities() ?? UnlockMethods.Capabilities()
    }
}

extension VaultError {
    /// The attempts that are allowed after this error; `nil` if it says nothing about them.
    fileprivate var standing: AttemptStanding? {
        switch self {
        case .rejected(let standing), .refused(let standing): standing
        default: nil
        }
    }
}

extension UnlockMethods.Choices {
    /// Selects the methods that are set up in a vault; none if `status` is `nil`.
    init(_ status: VaultStatus?, _ slot: OwnerSlot?) {
        self.init(
            passcode: status?.passcodeKind != nil, picture: status?.hasPicture ?? false,
            recoveryCode: status?.hasRecoveryCode ?? false)
        switch slot?.accessControl {
        case .deviceOwner: deviceOwner = .biometricsOrDevicePasscode
        case .currentBiometrics: deviceOwner = .biometrics
        case nil: deviceOwner = .off
        }
    }
}

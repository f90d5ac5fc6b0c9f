// SPDX-License-Identifier: MIT
import LockFlow
import WasmBridge

/// The lock of one page. An instance of the module serves one element; other tabs have their own.
struct Page {
    static let window = WindowID(rawValue: 1)
    /// The window that represents the app's other tabs.
    static let elsewhere = WindowID(rawValue: 2)

    var machine = LockMachine(
        isConfigured: true, methods: UnlockMethods(.init(), .init()),
        at: ClockReading(uptimeMilliseconds: 0, boot: BootIdentity(high: 0, low: 0), wallMilliseconds: 0))
    var clock = PageClock()
    var settings = LockSettings()
    var methods = UnlockMethods(.init(), .init())
    /// A Boolean value that indicates whether the owner has a passkey, which this browser may not support.
    var hasPasskey = false
    /// The ledger's last known state.
    var standing = AttemptStanding.attemptsAllowed
}

// A page is single-threaded.
nonisolated(unsafe) var page = Page()

/// Sets how soon the lock locks, for the current machine and for later ones.
@_expose(wasm, "lock_settings") @c(lock_settings)
public func lockSettings(
    _ graceSeconds: Double, _ coversWhenInactive: Bool, _ locksWhenInactive: Bool, _ promptsAutomatically: Bool,
    _ promptReturnSeconds: Double
) {
    page.settings.graceSeconds = graceSeconds
    page.settings.coversWhenInactive = coversWhenInactive
    page.settings.locksWhenInactive = locksWhenInactive
    page.settings.promptsAutomatically = promptsAutomatically
    page.settings.promptReturnSeconds = promptReturnSeconds
    page.machine.settings = page.settings
}

/// Sets the unlock methods for `lock_begin`, `lock_set_up` and `lock_methods_changed`.
///
/// The first three arguments are the device's capabilities. The others are the owner's choices, `deviceOwner` as an
/// `UnlockMethods.Choices.OwnerAuthentication`.
@_expose(wasm, "lock_methods") @c(lock_methods)
public func lockMethods(
    _ biometrics: Bool, _ devicePasscode: Bool, _ passkeys: Bool, _ deviceOwner: Int32, _ passkey: Bool,
    _ passcode: Bool, _ picture: Bool, _ recoveryCode: Bool
) {
    page.hasPasskey = passkey
    page.methods = UnlockMethods(
        .init(biometrics: biometrics, devicePasscode: devicePasscode, passkeys: passkeys),
        .init(
            deviceOwner: .init(number: deviceOwner) ?? .off, passkey: passkey, passcode: passcode, picture: picture,
            recoveryCode: recoveryCode))
}

/// Sets the ledger's state for `lock_begin`, `lock_rejected` and `lock_standing_read`.
///
/// - `standing`: An `AttemptStanding.Kind`.
/// - `seconds`: The time of a lockout.
/// - `reason`: A `PasscodeReason` or a `RecoveryReason`, depending on `standing`.
///
/// An unknown `PasscodeReason` counts as picture failures. Any other unknown value requires a recovery code, with the
/// reason "attempts unknown".
@_expose(wasm, "lock_standing") @c(lock_standing)
public func lockStanding(_ standing: Int32, _ seconds: Double, _ reason: Int32) {
    page.standing =
        switch AttemptStanding.Kind(number: standing) {
        case .attemptsAllowed: .attemptsAllowed
        case .lockedOut where seconds >= 0 && seconds.isFinite: .lockedOut(seconds: seconds)
        case .passcodeRequired: .passcodeRequired(.init(number: reason) ?? .pictureFailures)
        case .recoveryRequired: .recoveryRequired(.init(number: reason) ?? .attemptsUnknown)
        case .wiped: .wiped
        case .lockedOut, nil: .recoveryRequired(.attemptsUnknown)
        }
}

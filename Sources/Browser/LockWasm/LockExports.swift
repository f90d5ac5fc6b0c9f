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
    /// The ledger's last known state.
    var standing = AttemptStanding.mayTry
}

// A page is single-threaded.
nonisolated(unsafe) var page = Page()

/// Sets how soon the lock locks, for the current machine and for later ones.
@_expose(wasm, "lock_settings") @c(lock_settings)
public func lockSettings(
    _ graceSeconds: Double, _ locksWhenInactive: Bool, _ promptsAutomatically: Bool, _ promptReturnSeconds: Double
) {
    page.settings.graceSeconds = graceSeconds
    page.settings.locksWhenInactive = locksWhenInactive
    page.settings.promptsAutomatically = promptsAutomatically
    page.settings.promptReturnSeconds = promptReturnSeconds
    page.machine.settings = page.settings
}

/// Sets the unlock methods for `lock_begin`, `lock_set_up` and `lock_methods_changed`.
///
/// - `capabilities`: bit 0 biometrics, 1 a device passcode, 2 passkeys.
/// - `deviceOwner`: 0 off, 1 biometrics, 2 biometrics or the device's passcode.
/// - `choices`: bit 0 passkey, 1 passcode, 2 picture, 3 recovery code.
@_expose(wasm, "lock_methods") @c(lock_methods)
public func lockMethods(_ capabilities: Int32, _ deviceOwner: Int32, _ choices: Int32) {
    func has(_ bits: Int32, _ bit: Int32) -> Bool { bits >> bit & 1 == 1 }
    page.methods = UnlockMethods(
        .init(
            biometrics: has(capabilities, 0), devicePasscode: has(capabilities, 1), passkeys: has(capabilities, 2)),
        .init(
            deviceOwner: .init(rawValue: UInt8(clamping: deviceOwner)) ?? .off, passkey: has(choices, 0),
            passcode: has(choices, 1), picture: has(choices, 2), recoveryCode: has(choices, 3)))
}

/// Sets the ledger's state for `lock_begin`, `lock_rejected` and `lock_standing_read`.
///
/// - `standing`: 0 attempts are allowed, 1 locked out for `seconds`, 2 the passcode is required, 3 a recovery code is
///   required, 4 wiped.
/// - `reason` of 2: 0 biometrics changed, 1 the device's passcode removed, 2 picture failures.
/// - `reason` of 3: 0 passcode failures, 1 the device's passcode removed, 2 attempts unknown, 3 the device key changed.
///
/// Any other `reason` of 2 counts as picture failures. Any other value requires a recovery code, with the reason
/// "attempts unknown".
@_expose(wasm, "lock_standing") @c(lock_standing)
public func lockStanding(_ standing: Int32, _ seconds: Double, _ reason: Int32) {
    page.standing =
        switch (standing, reason) {
        case (0, _): .mayTry
        case (1, _) where seconds >= 0 && seconds.isFinite: .lockedOut(seconds: seconds)
        case (2, 0): .passcodeRequired(.biometricsChanged)
        case (2, 1): .passcodeRequired(.devicePasscodeRemoved)
        case (2, _): .passcodeRequired(.pictureFailures)
        case (3, 0): .recoveryRequired(.passcodeFailures)
        case (3, 1): .recoveryRequired(.devicePasscodeRemoved)
        case (3, 3): .recoveryRequired(.deviceKeyChanged)
        case (4, _): .wiped
        default: .recoveryRequired(.attemptsUnknown)
        }
}

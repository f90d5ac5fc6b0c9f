// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication

/// A single authentication prompt. Its context is then used to read the item, so that the keychain does not prompt
/// again.
///
/// LocalAuthentication evaluates the policy here instead of the keychain, which reports only `errSecAuthFailed` or
/// `errSecUserCanceled`. `LAError` distinguishes the fallback button, a sensor that is locked out, and an interruption
/// by the system.
// Unchecked, because `LAContext` may be invalidated from another thread. Otherwise one thread uses it at a time.
final class AuthenticationPrompt: @unchecked Sendable {
    let context = LAContext()
    private let accessControl: AccessControl
    private let reason: String

    init(_ prompt: OwnerPrompt, for accessControl: AccessControl) {
        self.accessControl = accessControl
        // An empty reason raises an exception.
        reason = prompt.message.isEmpty ? Wording.unlockApp(PasscodeOptions.displayName) : prompt.message
        context.localizedReason = reason
        context.localizedFallbackTitle = prompt.fallbackTitle
    }

    /// Shows the prompt.
    /// - Throws: The reason why authentication failed, or `OwnerError.cancelled` if the task was cancelled.
    func ask() async throws(OwnerError) {
        let failure: OwnerError? = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                context.evaluatePolicy(accessControl.policy, localizedReason: reason) {
                    [accessControl] isOwner, error in
                    waiter.resume(returning: isOwner ? nil : Self.meaning(of: error, for: accessControl))
                }
            }
        } onCancel: {
            context.invalidate()
        }
        guard !Task.isCancelled else { throw .cancelled }
        if let failure { throw failure }
    }

    /// Invalidates the context, so that it opens no further item.
    func end() { context.invalidate() }

    private static func meaning(of error: (any Error)?, for accessControl: AccessControl) -> OwnerError {
        guard let error = error as? LAError else {
            return error.map { .system(code: Int32(truncatingIfNeeded: ($0 as NSError).code)) } ?? .denied
        }
        switch (error.code, accessControl) {
        // The item exists, so the device had a passcode and biometrics when it was added.
        case (.passcodeNotSet, _): return .invalidated(.devicePasscodeRemoved)
        case (.biometryNotEnrolled, .currentBiometrics): return .invalidated(.biometricsChanged)
        default: return OwnerError(error)
        }
    }
}

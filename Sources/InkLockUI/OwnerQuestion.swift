// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication

/// One question to whoever holds the device, asked once: what it opens is read with the same context.
///
/// The policy is evaluated here rather than by the keychain, which would say `errSecAuthFailed` or `errSecUserCanceled` to
/// most of what LAError tells apart: the button beside the prompt, a sensor that is locked out, a call that came.
// A context is made to be invalidated from another thread while it asks; it is used by one at a time otherwise.
final class OwnerQuestion: @unchecked Sendable {
    let context = LAContext()
    private let guardian: SecretGuardian
    private let reason: String

    init(_ prompt: OwnerPrompt, for guardian: SecretGuardian) {
        self.guardian = guardian
        // The system stops an app that gives no reason.
        reason = prompt.message.isEmpty ? Wording.unlockApp(PasscodeOptions.displayName) : prompt.message
        context.localizedReason = reason
        context.localizedFallbackTitle = prompt.fallbackTitle
    }

    /// - Throws: why the owner is not known to be there; `OwnerError.cancelled` if the task was cancelled.
    func ask() async throws(OwnerError) {
        let failure: OwnerError? = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                context.evaluatePolicy(guardian.policy, localizedReason: reason) { [guardian] isOwner, error in
                    waiter.resume(returning: isOwner ? nil : Self.meaning(of: error, for: guardian))
                }
            }
        } onCancel: {
            context.invalidate()
        }
        guard !Task.isCancelled else { throw .cancelled }
        if let failure { throw failure }
    }

    /// Nobody reads anything more with this answer.
    func end() { context.invalidate() }

    private static func meaning(of error: (any Error)?, for guardian: SecretGuardian) -> OwnerError {
        guard let error = error as? LAError else {
            return error.map { .system(code: Int32(truncatingIfNeeded: ($0 as NSError).code)) } ?? .denied
        }
        switch (error.code, guardian) {
        // There was something to be guarded, so there were a passcode and fingers once.
        case (.passcodeNotSet, _): return .invalidated(.devicePasscodeRemoved)
        case (.biometryNotEnrolled, .currentBiometrics): return .invalidated(.biometricsChanged)
        default: return OwnerError(error)
        }
    }
}

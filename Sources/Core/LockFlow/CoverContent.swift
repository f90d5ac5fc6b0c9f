// SPDX-License-Identifier: MIT

/// The title, message and unlock methods that a cover shows for a state of the lock. A host adds the reason why the
/// last attempt failed, and writes the texts.
public struct CoverContent: Hashable, Sendable {
    /// The title of a cover.
    public enum Title: Hashable, Sendable {
        /// The app's name only.
        case covered
        /// The app is locked.
        case locked
        /// The system prompts for a method.
        case waiting(UnlockMethod)
        /// There were too many tries. The message is the time until the next one, which the host shows.
        case lockedOut
        /// Everything was erased.
        case wiped

        /// A title without its details, for interfaces with other languages.
        package enum Kind: UInt8, CaseIterable {
            case covered, locked, waiting, lockedOut, wiped
        }

        package var kind: Kind {
            switch self {
            case .covered: .covered
            case .locked: .locked
            case .waiting: .waiting
            case .lockedOut: .lockedOut
            case .wiped: .wiped
            }
        }
    }

    /// The message of a cover.
    public enum Message: Hashable, Sendable {
        /// The content shows when the user returns to the window.
        case goOn
        /// A lockout is over.
        case mayTryAgain
        /// The passcode is required.
        case passcodeRequired(PasscodeReason)
        /// The recovery code is required, or nothing unlocks.
        case recoveryRequired(RecoveryReason)
        /// Everything was erased, for the reason that follows.
        case wiped
        /// No method is available on this device.
        case noMethod
        /// Nothing will open the vault again.
        case nothingUnlocks

        /// A message without its details, for interfaces with other languages.
        package enum Kind: UInt8, CaseIterable {
            case goOn, mayTryAgain, passcodeRequired, recoveryRequired, wiped, noMethod, nothingUnlocks
        }

        package var kind: Kind {
            switch self {
            case .goOn: .goOn
            case .mayTryAgain: .mayTryAgain
            case .passcodeRequired: .passcodeRequired
            case .recoveryRequired: .recoveryRequired
            case .wiped: .wiped
            case .noMethod: .noMethod
            case .nothingUnlocks: .nothingUnlocks
            }
        }
    }

    /// The title.
    public let title: Title
    /// The message; `nil` for none.
    public let message: Message?
    /// The unlock method that the main button and a tap on the cover try; `nil` without a button.
    public let best: UnlockMethod?
    /// The unlock methods beside the main button or the screen of a method.
    public let others: [UnlockMethod]
    /// A Boolean value that indicates whether the content changes as time passes.
    public let countsDown: Bool

    /// Creates the content for a state of the lock.
    /// - Parameters:
    ///   - state: The state of the lock.
    ///   - presentedMethod: The method whose own screen the cover shows; `nil` for none.
    ///   - offeredMethods: The methods that may be tried now; see ``LockMachine/offeredMethods(at:)``.
    ///   - lockoutSeconds: The remaining lockout in seconds; see ``LockMachine/lockoutSeconds(at:)``.
    ///   - hasPasskey: A Boolean value that indicates whether the owner has a passkey. It may open the vault on a
    ///     device that supports it.
    public init(
        _ state: LockState, presentedMethod: UnlockMethod?, offeredMethods: [UnlockMethod], lockoutSeconds: Double,
        hasPasskey: Bool = false
    ) {
        var title = Title.locked
        var message: Message?
        var offersMethods = true
        switch state {
        case .unconfigured, .unlocked, .covered: (title, message, offersMethods) = (.covered, .goOn, false)
        case .locked: message = offeredMethods.isEmpty ? .noMethod : nil
        case .prompting(let attempt): (title, offersMethods) = (.waiting(attempt.method), false)
        case .verifying: offersMethods = false
        case .lockedOut where lockoutSeconds > 0: title = .lockedOut
        case .lockedOut: message = .mayTryAgain
        case .passcodeRequired(let reason): message = offeredMethods.isEmpty ? .noMethod : .passcodeRequired(reason)
        case .recoveryRequired(.passcodeFailures) where offeredMethods.isEmpty && hasPasskey: message = .noMethod
        case .recoveryRequired(let reason):
            message = offeredMethods.isEmpty && reason != .vaultVanished ? .nothingUnlocks : .recoveryRequired(reason)
        case .wiped: (title, message, offersMethods) = (.wiped, .wiped, false)
        }
        let best = presentedMethod == nil && offersMethods ? offeredMethods.first : nil
        self.title = title
        self.message = message
        self.best = best
        others = offersMethods ? offeredMethods.filter { $0 != best && $0 != presentedMethod } : []
        countsDown = if case .lockedOut = state { true } else { false }
    }
}

// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode

/// What a cover says and offers, chosen from what the lock says: the same on every platform.
struct CoverFace: Hashable {
    enum Title: Hashable {
        /// The app's name, no more.
        case covered
        case locked
        case waiting(UnlockMethod)
        case lockedOut
        case wiped
    }

    enum Message: Hashable {
        case goOn
        case unknown
        case tryAgain(WaitingTime)
        case mayTryAgain
        case passcodeRequired(PasscodeReason)
        case recovery(RecoveryReason)
        case wiped
        case noWay
        case refused(Refusal)
    }

    /// Why the last attempt led nowhere, where nothing else on the cover says so.
    enum Refusal: Hashable {
        case notRecognised
        case sensorLocked
        case notUnlocked
        case notPossible
        case wrongCode
        case incompleteCode
        case mistypedCode
    }

    var title: Title
    var message: Message?
    /// The method whose own screen stands on the cover.
    var presented: UnlockMethod?
    /// What the passcode's screen takes.
    var passcodeKind: PasscodeKind?
    /// What a tap on the cover tries, and the button says.
    var best: UnlockMethod?
    var others: [UnlockMethod] = []
    /// Whether time changes it.
    var countsDown = false
    /// Whether a tap looks once more whether there is a lock.
    var canLookAgain = false

    /// There is no lock yet to ask.
    static let starting = CoverFace(title: .covered)
    /// Nobody can tell whether there is a lock.
    static let unknown = CoverFace(title: .covered, message: .unknown, canLookAgain: true)
}

extension CoverFace {
    /// - Parameters:
    ///   - offered: ``AppLock/offered``.
    ///   - lockoutSeconds: ``AppLock/lockoutSeconds``.
    init(_ screen: LockScreen, offered: [UnlockMethod], lockoutSeconds: Double) {
        title = .locked
        var isTrying = false
        switch screen.state {
        case .unconfigured, .unlocked, .covered:
            title = .covered
            message = .goOn
            return
        case .prompting(let attempt):
            title = .waiting(attempt.method)
            isTrying = true
        case .verifying: isTrying = true
        case .locked: break
        case .lockedOut:
            countsDown = true
            if let left = WaitingTime(seconds: lockoutSeconds) {
                title = .lockedOut
                message = .tryAgain(left)
            } else {
                message = .mayTryAgain
            }
        case .passcodeRequired(let reason): message = .passcodeRequired(reason)
        case .recovery(let reason): message = .recovery(reason)
        case .wiped:
            title = .wiped
            message = .wiped
            return
        }
        presented = screen.presented
        passcodeKind = screen.passcodeKind
        guard !isTrying else { return }
        best = presented == nil ? offered.first : nil
        others = offered.filter { $0 != best && $0 != presented }
        if offered.isEmpty && !countsDown { message = .noWay }
        if let refusal = Refusal(screen) { message = .refused(refusal) }
    }
}

extension CoverFace.Refusal {
    /// - Returns: `nil` where the state of the lock or the screen of a method says it.
    init?(_ screen: LockScreen) {
        switch screen.refusal {
        case nil: return nil
        case .prompt(let error): self.init(error)
        case .vault(let error): self.init(error, on: screen.presented)
        }
    }

    private init?(_ error: OwnerError) {
        switch error {
        case .denied: self = .notRecognised
        case .locked(.sensor): self = .sensorLocked
        case .cancelled, .fallbackChosen, .absent, .invalidated: return nil
        case .exists, .locked(.device), .unavailable, .system: self = .notPossible
        }
    }

    private init?(_ error: VaultError, on presented: UnlockMethod?) {
        switch error {
        case .malformedRecoveryCode(.length): self = .incompleteCode
        case .malformedRecoveryCode: self = .mistypedCode
        case .rejected(.mayTry) where presented == nil: self = .notUnlocked
        case .rejected where presented == .recoveryCode: self = .wrongCode
        case .rejected, .refused, .cancelled, .otherPicture: return nil
        default: self = .notPossible
        }
    }
}

// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode

/// The title, message and buttons of a cover: those for the lock's state, and the result of the last attempt. They are
/// the same on every platform.
struct LockCoverContent: Hashable {
    enum Message: Hashable {
        /// The message for the lock's state.
        case state(CoverContent.Message)
        /// The time until a lockout ends.
        case tryAgain(WaitingTime)
        /// The vault could not be read.
        case unknown
        case refused(Refusal)
        /// Few wrong passcodes are left.
        case attemptsLeft(Int)
    }

    /// The reason why the last attempt failed, if nothing else on the cover states it.
    enum Refusal: Hashable {
        case notRecognised
        case sensorLocked
        case notUnlocked
        case notPossible
        case wrongCode
        case incompleteCode
        case mistypedCode
        case biometricsChanged
        case devicePasscodeRemoved
    }

    var title: CoverContent.Title
    var message: Message?
    /// The unlock method whose own screen the cover shows.
    var presentedMethod: UnlockMethod?
    /// The kind of passcode to ask for.
    var passcodeKind: PasscodeKind?
    /// The unlock method that the main button and a tap on the cover try.
    var best: UnlockMethod?
    var others: [UnlockMethod] = []
    /// A Boolean value that indicates whether the content changes as time passes.
    var countsDown = false
    /// A Boolean value that indicates whether a tap reads the vault again.
    var canRetryLoading = false

    /// A Boolean value that indicates whether the recovery code is offered to users who have forgotten the passcode
    /// that the cover asks for.
    var offersRecoveryCode: Bool { presentedMethod == .passcode && others.contains(.recoveryCode) }

    /// The other methods, without the recovery code where it has its own button.
    var listedMethods: [UnlockMethod] { others.filter { $0 != .recoveryCode || !offersRecoveryCode } }

    /// The highest numbers of remaining passcodes and drawings that the cover shows.
    private static let (fewPasscodes, fewDrawings) = (5, 3)

    /// The content while the vault is being read.
    static let starting = LockCoverContent(title: .covered)
    /// The content after the vault could not be read.
    static let unknown = LockCoverContent(title: .covered, message: .unknown, canRetryLoading: true)
}

extension LockCoverContent {
    /// Creates the content for a state of the lock.
    /// - Parameters:
    ///   - snapshot: The state of the lock.
    ///   - failure: The error of the last attempt on the cover.
    ///   - offeredMethods: The unlock methods to offer; see ``AppLock/offeredMethods``.
    ///   - lockoutSeconds: The remaining lockout in seconds; see ``AppLock/lockoutSeconds``.
    init(
        _ snapshot: LockSnapshot, failure: VaultError? = nil, offeredMethods: [UnlockMethod], lockoutSeconds: Double
    ) {
        switch snapshot.loading {
        case .inProgress:
            self = .starting
            return
        case .failed:
            self = .unknown
            return
        case .complete: break
        }
        let content = CoverContent(
            snapshot.state, presentedMethod: snapshot.presentedMethod, offeredMethods: offeredMethods,
            lockoutSeconds: lockoutSeconds)
        title = content.title
        message = content.message.map { .state($0) }
        best = content.best
        others = content.others
        countsDown = content.countsDown
        guard title != .covered && title != .wiped else { return }
        if title == .lockedOut { message = WaitingTime(seconds: lockoutSeconds).map { .tryAgain($0) } }
        presentedMethod = snapshot.presentedMethod
        passcodeKind = snapshot.passcodeKind
        let (attemptsLeft, few) =
            switch presentedMethod {
            case .passcode: (snapshot.passcodeAttemptsLeft, Self.fewPasscodes)
            case .picture: (snapshot.pictureAttemptsLeft, Self.fewDrawings)
            default: (nil, 0)
            }
        if message == nil, let left = attemptsLeft, left > 0 && left <= few {
            message = .attemptsLeft(left)
        }
        // While an attempt is under way, no method is offered.
        guard !offeredMethods.isEmpty || countsDown, let refusal = Refusal(snapshot, failure) else { return }
        message = .refused(refusal)
    }
}

extension LockCoverContent.Message {
    /// The message as it is announced: the beginning of a countdown, but not each second of it.
    var announced: Self {
        guard case .tryAgain = self, let any = WaitingTime(seconds: 1) else { return self }
        return .tryAgain(any)
    }
}

extension LockCoverContent.Refusal {
    /// Creates the refusal to show. Returns `nil` if the lock's state or the method's own screen already shows it.
    init?(_ snapshot: LockSnapshot, _ failure: VaultError?) {
        if let failure {
            // The picture's screen shows every error of a drawing.
            guard snapshot.presentedMethod != .picture else { return nil }
            self.init(failure, on: snapshot.presentedMethod)
            return
        }
        switch snapshot.refusal {
        case nil: return nil
        case .prompt(let error): self.init(error, in: snapshot.state)
        case .vault(let error): self.init(error, on: snapshot.presentedMethod)
        }
    }

    private init?(_ error: OwnerError, in state: LockState) {
        switch error {
        // The states that require the passcode or the code say why.
        case .invalidated(.biometricsChanged) where !state.isForDeviceChange: self = .biometricsChanged
        case .invalidated(.devicePasscodeRemoved) where !state.isForDeviceChange: self = .devicePasscodeRemoved
        case .denied: self = .notRecognised
        case .locked(.sensor): self = .sensorLocked
        case .cancelled, .fallbackChosen, .absent, .invalidated: return nil
        case .exists, .locked(.device), .unavailable, .system: self = .notPossible
        }
    }

    private init?(_ error: VaultError, on presentedMethod: UnlockMethod?) {
        switch error {
        case .malformedRecoveryCode(.length): self = .incompleteCode
        case .malformedRecoveryCode: self = .mistypedCode
        case .rejected(.attemptsAllowed) where presentedMethod == nil: self = .notUnlocked
        case .rejected where presentedMethod == .recoveryCode: self = .wrongCode
        case .rejected, .refused, .cancelled, .otherPicture: return nil
        default: self = .notPossible
        }
    }
}

extension LockState {
    /// A Boolean value that indicates whether a change of the device is the reason for the state.
    fileprivate var isForDeviceChange: Bool {
        switch self {
        case .passcodeRequired(.biometricsChanged), .passcodeRequired(.devicePasscodeRemoved),
            .recoveryRequired(.devicePasscodeRemoved):
            true
        default: false
        }
    }
}

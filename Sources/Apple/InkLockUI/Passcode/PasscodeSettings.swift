// SPDX-License-Identifier: MIT
import Observation
import Passcode

/// The state of a screen for creating, changing or removing a passcode. It forwards input to a `PasscodeChange` and
/// performs its actions.
@MainActor @Observable final class PasscodeSettings {
    let screen: PasscodeScreen
    private(set) var phase: PasscodeChange.Phase
    let offeredKinds: [PasscodeKind]

    @ObservationIgnored var onFinish: ((PasscodeChange.Outcome) -> Void)?
    @ObservationIgnored private var change: PasscodeChange
    /// The number of changes that were begun. The result of an earlier one's check does not count.
    @ObservationIgnored private var changeCount = 0
    @ObservationIgnored private var check: PasscodeCheck
    @ObservationIgnored private var save: @MainActor (consuming SecretBytes, PasscodeKind) async -> Saving
    @ObservationIgnored private var remove: @MainActor () async -> Bool

    /// The result of saving a passcode.
    enum Saving {
        case saved
        case failed
        /// The storage's own rule refuses the passcode.
        case refused(PasscodePolicy.Refusal)
    }

    convenience init(
        _ change: consuming PasscodeChange, allowsCancel: Bool, check: @escaping PasscodeCheck,
        save: @escaping @MainActor (consuming SecretBytes, PasscodeKind) async -> Bool,
        remove: @escaping @MainActor () async -> Bool
    ) {
        self.init(
            change, allowsCancel: allowsCancel, check: check,
            saving: { passcode, kind in await save(passcode, kind) ? .saved : .failed }, remove: remove)
    }

    init(
        _ change: consuming PasscodeChange, allowsCancel: Bool, check: @escaping PasscodeCheck,
        saving save: @escaping @MainActor (consuming SecretBytes, PasscodeKind) async -> Saving,
        remove: @escaping @MainActor () async -> Bool
    ) {
        phase = change.phase
        offeredKinds = change.offeredKinds
        screen = PasscodeScreen(kind: change.prompt?.kind ?? change.currentKind, allowsCancel: allowsCancel)
        self.change = change
        self.check = check
        self.save = save
        self.remove = remove
        screen.onSubmit = { [weak self] in
            guard let self else { return }
            self.follow(self.change.entered(self.screen.takePasscode()))
        }
        screen.onCancel = { [weak self] in
            guard let self else { return }
            self.follow(self.change.cancel())
        }
    }

    /// A Boolean value that indicates whether the user can choose the kind of the new passcode.
    var offersKinds: Bool { phase == .new && offeredKinds.count > 1 }
    /// A Boolean value that indicates whether the user can type another new passcode instead of confirming the last.
    var offersStartOver: Bool { phase == .confirm }

    /// Adopts the closures of other settings for later checks, saves and removals.
    func adoptClosures(of other: PasscodeSettings) {
        check = other.check
        save = other.save
        remove = other.remove
    }

    func choose(_ kind: PasscodeKind) { follow(change.choose(kind)) }
    func startOver() { follow(change.startOver()) }

    /// Performs an action.
    /// - Parameter note: The message beside a prompt that has none.
    private func follow(_ action: PasscodeChange.Action, note: PasscodeScreen.Note? = nil) {
        phase = change.phase
        switch action {
        case .none: return
        case .ask(let prompt): screen.begin(prompt.kind, note: prompt.note.map { .change($0) } ?? note)
        case .check:
            Task { await checkCurrent() }
        case .save(let kind):
            Task {
                switch await save(change.takePasscode(), kind) {
                case .saved: follow(change.saved())
                case .failed: follow(change.saveFailed())
                case .refused(let refusal): follow(change.saveRefused(refusal))
                }
            }
        case .remove:
            Task {
                let isRemoved = await remove()
                follow(isRemoved ? change.saved() : change.saveFailed())
            }
        case .close(.cancelled):
            beginAgain()
            onFinish?(.cancelled)
        case .close(let outcome):
            screen.answer(.accepted)
            onFinish?(outcome)
        }
    }

    /// Begins the change again, for a host that leaves the screen where it is.
    private func beginAgain() {
        changeCount += 1
        change = PasscodeChange(
            change.purpose, currentKind: change.currentKind, offeredKinds: change.offeredKinds, policy: change.policy)
        phase = change.phase
        if let prompt = change.prompt { screen.begin(prompt.kind, note: nil) }
    }

    private func checkCurrent() async {
        let count = changeCount
        let answer = await check(change.takePasscode())
        guard count == changeCount else { return }
        switch answer {
        case .accepted: follow(change.currentAccepted())
        case .rejected: follow(change.currentRejected())
        case .lockedOut(let seconds):
            follow(change.currentRejected())
            screen.answer(.lockedOut(seconds: seconds))
        case .unavailable: follow(change.currentUnavailable(), note: .notChecked)
        }
    }
}

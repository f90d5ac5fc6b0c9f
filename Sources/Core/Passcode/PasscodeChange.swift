// SPDX-License-Identifier: MIT

/// A state machine for creating, changing or removing a passcode: current → new → confirm.
///
/// The machine is pure, with one method per event that returns the action for the host. The host shows one
/// ``PasscodeEntry`` after another, of the kind in the prompt, and passes on what the user submits. The vault checks,
/// saves and removes passcodes; the host calls it and reports the results.
public struct PasscodeChange: ~Copyable {
    /// The purpose of a change.
    public enum Purpose: UInt8, CaseIterable, Hashable, Sendable {
        /// Sets a passcode without asking for a current one.
        case create
        /// Replaces the current passcode.
        case change
        /// Removes the current passcode.
        case remove
    }

    /// The phase of a change.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The current passcode is awaited.
        case current
        /// The current passcode is being checked.
        case checking
        /// The new passcode is awaited.
        case new
        /// The repetition of the new passcode is awaited.
        case confirm
        /// The new passcode is being saved, or the current one removed. This phase cannot be cancelled.
        case saving
        /// The change is over.
        case finished
    }

    /// A request for a passcode.
    public struct Prompt: Hashable, Sendable {
        /// The phase: ``Phase/current``, ``Phase/new`` or ``Phase/confirm``.
        public let phase: Phase
        /// The kind of passcode to ask for.
        public let kind: PasscodeKind
        /// An additional message.
        public let note: Note?
    }

    /// The reason for a repeated prompt.
    public enum Note: Hashable, Sendable {
        /// The passcode was not the current one.
        case wrong
        /// The two new passcodes differ.
        case mismatch
        /// The policy rejects the new passcode.
        case refused(PasscodePolicy.Refusal)
        /// The passcode could not be saved or removed. Nothing has changed.
        case notSaved

        /// A note without its details, for interfaces with other languages.
        package enum Kind: UInt8, CaseIterable { case wrong, mismatch, refused, notSaved }

        package var kind: Kind {
            switch self {
            case .wrong: .wrong
            case .mismatch: .mismatch
            case .refused: .refused
            case .notSaved: .notSaved
            }
        }
    }

    /// An action for the host.
    public enum Action: Hashable, Sendable {
        /// No action: the event does not apply in this phase.
        case none
        /// Show an empty entry for the prompt.
        case ask(Prompt)
        /// Take the passcode with ``PasscodeChange/takePasscode()`` and check whether it is the current one.
        case check
        /// Take the passcode with ``PasscodeChange/takePasscode()`` and save it together with its kind.
        case save(PasscodeKind)
        /// Remove the passcode.
        case remove
        /// Close the screen.
        case close(Outcome)

        /// An action, or the result with which the screen closes, for interfaces with other languages.
        package enum Code: UInt8, CaseIterable { case none, ask, check, save, remove, saved, removed, cancelled }

        package var code: Code {
            switch self {
            case .none: .none
            case .ask: .ask
            case .check: .check
            case .save: .save
            case .remove: .remove
            case .close(.saved): .saved
            case .close(.removed): .removed
            case .close(.cancelled): .cancelled
            }
        }
    }

    /// The result of a change.
    public enum Outcome: Hashable, Sendable {
        /// The new passcode is in use.
        case saved
        /// The passcode was removed.
        case removed
        /// The user cancelled, and nothing has changed.
        case cancelled
    }

    /// The purpose of the change.
    public let purpose: Purpose
    /// The policy for new passcodes; `nil` to accept every valid passcode.
    public let policy: PasscodePolicy?
    /// The current passcode's kind. Ignored for `.create`.
    public let currentKind: PasscodeKind
    /// The kinds that the user can choose for the new passcode.
    public let offeredKinds: [PasscodeKind]
    /// The kind of the new passcode.
    public private(set) var newKind: PasscodeKind
    /// The phase of the change.
    public private(set) var phase: Phase
    // In `checking` the passcode to check, in `confirm` and `saving` the new one, otherwise empty.
    private var passcode = SecretBytes(capacity: 0)

    /// Creates a change.
    /// - Parameters:
    ///   - purpose: The purpose of the change.
    ///   - currentKind: The kind of the current passcode, and of the new one until the user chooses another.
    ///   - offeredKinds: The other kinds that the user can choose.
    ///   - policy: The policy for new passcodes; `nil` to accept every valid passcode.
    public init(
        _ purpose: Purpose, currentKind: PasscodeKind, offeredKinds: [PasscodeKind] = PasscodeKind.allCases,
        policy: PasscodePolicy? = PasscodePolicy()
    ) {
        self.purpose = purpose
        self.currentKind = currentKind
        self.offeredKinds = offeredKinds
        self.policy = policy
        newKind = currentKind
        phase = purpose == .create ? .new : .current
    }

    /// The current prompt, or `nil` while the host is busy and after the end.
    public var prompt: Prompt? { prompt(nil) }

    // MARK: Events

    /// Handles a submitted passcode.
    /// - Complexity: O(bytes).
    public mutating func entered(_ entered: consuming SecretBytes) -> Action {
        switch phase {
        case .current:
            passcode = entered
            phase = .checking
            return .check
        case .new:
            if let refusal = entered.withBytes({ policy?.refusal(of: $0, kind: newKind) }) {
                return ask(.new, .refused(refusal))
            }
            passcode = entered
            return ask(.confirm)
        case .confirm:
            guard passcode.isEqual(to: entered) else { return ask(.new, .mismatch) }
            phase = .saving
            return .save(newKind)
        case .checking, .saving, .finished:
            return .none
        }
    }

    /// Handles the result that the passcode is the current one.
    public mutating func currentAccepted() -> Action {
        guard phase == .checking else { return .none }
        guard purpose == .remove else { return ask(.new) }
        passcode.wipe()
        phase = .saving
        return .remove
    }

    /// Handles the result that the passcode is not the current one.
    public mutating func currentRejected() -> Action {
        phase == .checking ? ask(.current, .wrong) : .none
    }

    /// Handles a failure to check the passcode. Asks for the current one again.
    public mutating func currentUnavailable() -> Action { phase == .checking ? ask(.current) : .none }

    /// Changes the kind of the new passcode and asks for it from the start.
    public mutating func choose(_ kind: PasscodeKind) -> Action {
        guard phase == .new || phase == .confirm, kind == currentKind || offeredKinds.contains(kind) else {
            return .none
        }
        newKind = kind
        return ask(.new)
    }

    /// Discards the new passcode during confirmation and asks for another.
    public mutating func startOver() -> Action { phase == .confirm ? ask(.new) : .none }

    /// Handles the result that the new passcode was saved or the current one removed.
    public mutating func saved() -> Action {
        phase == .saving ? close(purpose == .remove ? .removed : .saved) : .none
    }

    /// Handles a failure to save or remove. Nothing has changed.
    public mutating func saveFailed() -> Action {
        phase == .saving ? ask(purpose == .remove ? .current : .new, .notSaved) : .none
    }

    /// Handles the result that the host's own rule refuses the new passcode, and asks for another. Nothing has changed.
    public mutating func saveRefused(_ refusal: PasscodePolicy.Refusal) -> Action {
        phase == .saving && purpose != .remove ? ask(.new, .refused(refusal)) : .none
    }

    /// Cancels the change. Saving continues.
    public mutating func cancel() -> Action {
        phase == .saving || phase == .finished ? .none : close(.cancelled)
    }

    // MARK: Passcode

    /// Moves out the passcode to check or to save. Returns an empty value in other phases and after the first call.
    public mutating func takePasscode() -> SecretBytes {
        guard phase == .checking || phase == .saving else { return SecretBytes(capacity: 0) }
        var taken = SecretBytes(capacity: 0)
        swap(&taken, &passcode)
        return taken
    }

    private func prompt(_ note: Note?) -> Prompt? {
        switch phase {
        case .current: Prompt(phase: .current, kind: currentKind, note: note)
        case .new, .confirm: Prompt(phase: phase, kind: newKind, note: note)
        case .checking, .saving, .finished: nil
        }
    }

    private mutating func ask(_ next: Phase, _ note: Note? = nil) -> Action {
        if next != .confirm { passcode.wipe() }
        phase = next
        return prompt(note).map(Action.ask) ?? .none
    }

    private mutating func close(_ outcome: Outcome) -> Action {
        passcode.wipe()
        phase = .finished
        return .close(outcome)
    }
}

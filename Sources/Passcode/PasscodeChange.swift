// SPDX-License-Identifier: MIT

/// Setting, changing or removing a passcode: current → new → confirm.
///
/// A pure state machine with one method an event; each returns what the host has to do. The host shows one
/// ``PasscodeEntry`` after another, of the kind that the prompt names, and hands over what is submitted. Checking,
/// saving and removing are the vault's work: the host does them and reports how they ended.
public struct PasscodeChange: ~Copyable {
    /// What it is about.
    public enum Purpose: UInt8, CaseIterable, Hashable, Sendable {
        /// There is no passcode yet.
        case create
        /// There is one, and another is wanted.
        case change
        /// There is one, and none is wanted.
        case remove
    }

    /// Where it stands.
    public enum Phase: Hashable, Sendable {
        /// Waits for the current passcode.
        case current
        /// The current passcode is being checked.
        case checking
        /// Waits for the new passcode.
        case new
        /// Waits for the new passcode once more.
        case confirm
        /// The new passcode is being saved, or the current one removed. There is no way back from here.
        case saving
        /// It is over.
        case finished
    }

    /// What to ask for next.
    public struct Prompt: Hashable, Sendable {
        /// ``Phase/current``, ``Phase/new`` or ``Phase/confirm``.
        public let phase: Phase
        /// What kind of passcode to ask for.
        public let kind: PasscodeKind
        /// What to say besides.
        public let note: Note?
    }

    /// What went wrong before a prompt.
    public enum Note: Hashable, Sendable {
        /// That was not the current passcode.
        case wrong
        /// The two new passcodes differ.
        case mismatch
        /// The policy does not take the new passcode.
        case refused(PasscodePolicy.Refusal)
        /// It could not be saved or removed. Nothing has changed.
        case notSaved
    }

    /// What the host has to do.
    public enum Action: Hashable, Sendable {
        /// Nothing: the event did not matter in this phase.
        case none
        /// Show an empty entry, for what the prompt says.
        case ask(Prompt)
        /// Take the passcode with ``PasscodeChange/takePasscode()`` and check whether it is the current one.
        case check
        /// Take the passcode with ``PasscodeChange/takePasscode()`` and save it together with its kind.
        case save(PasscodeKind)
        /// Remove the passcode.
        case remove
        /// Close.
        case close(Ending)
    }

    /// How it ended.
    public enum Ending: Hashable, Sendable {
        /// The new passcode is in use; there is none any more; or everything is as it was.
        case saved, removed, cancelled
    }

    /// What it is about.
    public let purpose: Purpose
    /// Which new passcodes are refused.
    public let policy: PasscodePolicy
    /// The kind of the passcode there is; of no account when there is none.
    public let currentKind: PasscodeKind
    /// The kinds to choose the new passcode's from.
    public let offeredKinds: [PasscodeKind]
    /// The kind of the new passcode.
    public private(set) var newKind: PasscodeKind
    /// Where it stands.
    public private(set) var phase: Phase
    // In `checking` the passcode to check, in `confirm` and `saving` the new one, else empty.
    private var passcode = SecretBytes(capacity: 0)

    /// - Parameters:
    ///   - purpose: What it is about.
    ///   - currentKind: The kind of the passcode there is, and of the new one until another is chosen.
    ///   - offeredKinds: The kinds that may be chosen besides that one.
    ///   - policy: Which new passcodes are refused.
    public init(
        _ purpose: Purpose, currentKind: PasscodeKind, offeredKinds: [PasscodeKind] = PasscodeKind.allCases,
        policy: PasscodePolicy = PasscodePolicy()
    ) {
        self.purpose = purpose
        self.currentKind = currentKind
        self.offeredKinds = offeredKinds
        self.policy = policy
        newKind = currentKind
        phase = purpose == .create ? .new : .current
    }

    /// What to ask for now; `nil` while the host is at work and when it is over.
    public var prompt: Prompt? { prompt(nil) }

    // MARK: Events

    /// A passcode was submitted.
    /// - Complexity: O(bytes).
    public mutating func entered(_ entered: consuming SecretBytes) -> Action {
        switch phase {
        case .current:
            passcode = entered
            phase = .checking
            return .check
        case .new:
            if let refusal = entered.withBytes({ policy.refusal(of: $0, kind: newKind) }) {
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

    /// The checked passcode was the current one.
    public mutating func currentAccepted() -> Action {
        guard phase == .checking else { return .none }
        guard purpose == .remove else { return ask(.new) }
        passcode.wipe()
        phase = .saving
        return .remove
    }

    /// The checked passcode was not the current one.
    public mutating func currentRejected() -> Action {
        phase == .checking ? ask(.current, .wrong) : .none
    }

    /// Another kind of passcode is wanted; asks for a new one from the start.
    public mutating func choose(_ kind: PasscodeKind) -> Action {
        guard phase == .new || phase == .confirm, kind == currentKind || offeredKinds.contains(kind) else {
            return .none
        }
        newKind = kind
        return ask(.new)
    }

    /// Instead of confirming, another new passcode is wanted.
    public mutating func startOver() -> Action { phase == .confirm ? ask(.new) : .none }

    /// The new passcode was saved, or the current one removed.
    public mutating func saved() -> Action {
        phase == .saving ? close(purpose == .remove ? .removed : .saved) : .none
    }

    /// It could not be saved or removed, and nothing has changed.
    public mutating func saveFailed() -> Action {
        phase == .saving ? ask(purpose == .remove ? .current : .new, .notSaved) : .none
    }

    /// The person wants to leave. What is being saved goes on.
    public mutating func cancel() -> Action {
        phase == .saving || phase == .finished ? .none : close(.cancelled)
    }

    // MARK: The passcode

    /// Moves out the passcode to check or to save; empty at other times and when it was taken already.
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

    private mutating func close(_ ending: Ending) -> Action {
        passcode.wipe()
        phase = .finished
        return .close(ending)
    }
}

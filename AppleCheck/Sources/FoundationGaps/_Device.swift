// SPDX-License-Identifier: MIT
@_exported import Foundation

/// The device that the doubles of LocalAuthentication and Security share: its passcode, sensor and lock state, and the
/// person in front of it. Tests configure it and define the responses to the next prompts.
public final class _Device: @unchecked Sendable {
    public static let shared = _Device()

    /// A response to a prompt.
    public enum Answer: Sendable {
        /// The owner uses the sensor or, if it cannot be used, enters the device's passcode.
        case owner
        /// The owner enters the device's passcode, where the prompt accepts it.
        case devicePasscode
        /// A person who is not enrolled tries the sensor three times and does not know the passcode.
        case stranger
        case cancel
        /// The person presses the fallback button.
        case fallback
        /// A phone call or another app interrupts the prompt.
        case interruption
        /// The person does not respond until the prompt is dismissed.
        case nothing
        /// The system fails with an error code of its own.
        case refusal(Int)
    }

    /// The method by which the owner authenticated.
    public enum Proof: Hashable, Sendable {
        case biometrics(set: Int)
        case passcode
    }

    public struct Prompt: Hashable, Sendable {
        public let message: String
        public let fallbackTitle: String?
        public let isBiometricsOnly: Bool
        /// A Boolean value that indicates whether the keychain showed the prompt.
        public let isKeychains: Bool
    }

    public struct State: Sendable {
        public var hasPasscode = true
        /// The raw value of `LABiometryType`: 0 none, 1 Touch ID, 2 Face ID, 4 Optic ID.
        public var biometry = 2
        /// The enrolled biometrics, identified by the number of the last change, or `nil` for none.
        public var enrolled: Int? = 1
        /// A Boolean value that indicates whether the user allows this app to use the sensor.
        public var isSensorAllowed = true
        public var strangersSeen = 0
        public var isLocked = false
        public var wasUnlockedSinceStart = true
        public var isAppInFront = true
        public var answers: [Answer] = []
        public var prompts: [Prompt] = []
        /// A counter of passcode removals, each of which deletes the items that the passcode protected.
        public fileprivate(set) var passcodesRemoved = 0
        fileprivate var enrolments = 1

        /// A Boolean value that indicates whether the sensor requires the passcode after five failures.
        public var isSensorLockedOut: Bool { strangersSeen >= 5 }
    }

    private let lock = NSLock()
    private var state = State()

    public func reset() { lock.withLock { (state, shown) = (State(), []) } }
    public func read<Result>(_ body: (State) -> Result) -> Result { lock.withLock { body(state) } }
    public func change<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    public func enrolAnother() {
        change { state in
            state.enrolments += 1
            state.enrolled = state.enrolments
        }
    }

    public func forgetFingers() { change { $0.enrolled = nil } }

    /// Removes the passcode, which also removes the enrolled biometrics.
    public func removePasscode() {
        change { state in
            state.hasPasscode = false
            state.enrolled = nil
            state.passcodesRemoved += 1
        }
    }

    public func restart() {
        change { state in
            state.isLocked = true
            state.wasUnlockedSinceStart = false
        }
    }

    /// Unlocks the device with the passcode, which also unlocks the sensor.
    public func unlock() {
        change { state in
            state.isLocked = false
            state.wasUnlockedSinceStart = true
            state.strangersSeen = 0
        }
    }

    /// Returns the code of the `LAError` that prevents a prompt, or `nil`.
    public func refusal(isBiometricsOnly: Bool) -> Int? {
        read { state in
            guard state.hasPasscode else { return -5 }
            guard isBiometricsOnly else { return nil }
            guard state.biometry != 0, state.isSensorAllowed else { return -6 }
            guard state.enrolled != nil else { return -7 }
            return state.isSensorLockedOut ? -8 : nil
        }
    }

    public enum Outcome: Sendable {
        case proven(Proof)
        case failed(Int)
        case pending
    }

    /// Shows a prompt and returns its outcome.
    public func ask(_ prompt: Prompt) -> Outcome {
        if let refusal = refusal(isBiometricsOnly: prompt.isBiometricsOnly) { return .failed(refusal) }
        return change { state in
            guard state.isAppInFront, !state.isLocked else { return .failed(-1004) }
            state.prompts.append(prompt)
            let answer = state.answers.isEmpty ? Answer.owner : state.answers.removeFirst()
            return Self.outcome(of: answer, to: prompt, &state)
        }
    }

    private static func outcome(of answer: Answer, to prompt: Prompt, _ state: inout State) -> Outcome {
        let sensor = state.isSensorLockedOut || !state.isSensorAllowed ? nil : state.enrolled
        switch answer {
        case .owner:
            if let sensor {
                state.strangersSeen = 0
                return .proven(.biometrics(set: sensor))
            }
            return .proven(.passcode)
        case .devicePasscode:
            precondition(!prompt.isBiometricsOnly, "this prompt takes no passcode")
            state.strangersSeen = 0
            return .proven(.passcode)
        case .stranger:
            state.strangersSeen += 3
            return .failed(prompt.isBiometricsOnly && state.isSensorLockedOut ? -8 : -1)
        case .cancel: return .failed(-2)
        case .fallback:
            precondition(prompt.fallbackTitle != "", "there is no button")
            if prompt.isBiometricsOnly { return .failed(-3) }
            // The button leads to the system's own passcode screen.
            state.strangersSeen = 0
            return .proven(.passcode)
        case .interruption: return .failed(-4)
        case .nothing: return .pending
        case .refusal(let code): return .failed(code)
        }
    }

    // MARK: Prompts on the screen

    /// The prompts that a person has not answered yet, and the closures that take their outcomes.
    private var shown: [(context: ObjectIdentifier, prompt: Prompt, end: @Sendable (Outcome) -> Void)] = []

    /// The number of prompts on the screen. A system shows one at a time.
    public var shownPromptCount: Int { lock.withLock { shown.count } }

    /// Keeps a prompt on the screen until it is answered or dismissed.
    public func keep(_ prompt: Prompt, of context: ObjectIdentifier, end: @escaping @Sendable (Outcome) -> Void) {
        lock.withLock { shown.append((context, prompt, end)) }
    }

    /// Removes the prompt of a context that is no longer valid.
    public func dismissPrompt(of context: ObjectIdentifier) {
        lock.withLock { shown.removeAll { $0.context == context } }
    }

    /// Answers the prompt that has been on the screen for the longest time.
    public func answerShownPrompt(_ answer: Answer) {
        let ended = lock.withLock { () -> (end: @Sendable (Outcome) -> Void, outcome: Outcome)? in
            guard let first = shown.first else { return nil }
            let outcome = Self.outcome(of: answer, to: first.prompt, &state)
            if case .pending = outcome { return nil }
            shown.removeFirst()
            return (first.end, outcome)
        }
        if let ended { ended.end(ended.outcome) }
    }
}

extension _Device.Prompt {
    public init(_ message: String, fallbackTitle: String?, isBiometricsOnly: Bool, isKeychains: Bool = false) {
        self.message = message
        self.fallbackTitle = fallbackTitle
        self.isBiometricsOnly = isBiometricsOnly
        self.isKeychains = isKeychains
    }
}

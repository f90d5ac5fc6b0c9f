// SPDX-License-Identifier: MIT
@_exported import Foundation

/// The device that the doubles of LocalAuthentication and Security play: its passcode, its sensor, its lock, and whoever
/// stands before it. A test sets it up and says what the next prompts get.
public final class _Device: @unchecked Sendable {
    public static let shared = _Device()

    /// What is done at a prompt.
    public enum Answer: Sendable {
        /// The owner puts a finger on the sensor, or enters the device's passcode where there is no sensor to use.
        case owner
        /// The owner enters the device's passcode where the prompt takes it.
        case devicePasscode
        /// A finger that nobody knows, three times; nor does it know the passcode.
        case stranger
        case cancel
        /// The button beside the prompt.
        case fallback
        /// A call comes, or another app.
        case interruption
        /// Nobody does anything until the prompt is taken back.
        case nothing
        /// What the system says for reasons of its own.
        case refusal(Int)
    }

    /// How the owner showed who it is.
    public enum Proof: Hashable, Sendable {
        case biometrics(set: Int)
        case passcode
    }

    public struct Prompt: Hashable, Sendable {
        public let message: String
        public let fallbackTitle: String?
        public let isBiometricsOnly: Bool
        /// Whether the keychain asked of itself.
        public let isKeychains: Bool
    }

    public struct State: Sendable {
        public var hasPasscode = true
        /// LABiometryType's number: 0 none, 1 Touch ID, 2 Face ID, 4 Optic ID.
        public var biometry = 2
        /// Which fingers or faces are enrolled, by the number of the change that made them; `nil` for none.
        public var enrolled: Int? = 1
        /// Whether the person lets this app use the sensor.
        public var isSensorAllowed = true
        public var strangersSeen = 0
        public var isLocked = false
        public var wasUnlockedSinceStart = true
        public var isAppInFront = true
        public var answers: [Answer] = []
        public var prompts: [Prompt] = []
        /// Rises when the passcode is removed: what it guarded is gone then.
        public fileprivate(set) var passcodesRemoved = 0
        fileprivate var enrolments = 1

        /// After five failures the sensor wants the passcode first.
        public var isSensorLockedOut: Bool { strangersSeen >= 5 }
    }

    private let lock = NSLock()
    private var state = State()

    public func reset() { lock.withLock { state = State() } }
    public func read<Result>(_ body: (State) -> Result) -> Result { lock.withLock { body(state) } }
    public func change<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    public func enrolAnother() {
        change { state in
            state.enrolments += 1
            state.enrolled = state.enrolments
        }
    }

    public func forgetFingers() { change { $0.enrolled = nil } }

    /// Without a passcode there is no sensor either.
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

    /// With the passcode, which also opens the sensor again.
    public func unlock() {
        change { state in
            state.isLocked = false
            state.wasUnlockedSinceStart = true
            state.strangersSeen = 0
        }
    }

    /// Why nobody can be asked: LAError's code, or `nil`.
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

    /// Shows a prompt, and says what comes of it.
    public func ask(_ prompt: Prompt) -> Outcome {
        if let refusal = refusal(isBiometricsOnly: prompt.isBiometricsOnly) { return .failed(refusal) }
        return change { state in
            guard state.isAppInFront, !state.isLocked else { return .failed(-1004) }
            state.prompts.append(prompt)
            let sensor = state.isSensorLockedOut || !state.isSensorAllowed ? nil : state.enrolled
            switch state.answers.isEmpty ? .owner : state.answers.removeFirst() {
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
                // The button opens the system's own pad.
                state.strangersSeen = 0
                return .proven(.passcode)
            case .interruption: return .failed(-4)
            case .nothing: return .pending
            case .refusal(let code): return .failed(code)
            }
        }
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

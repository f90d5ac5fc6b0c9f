// SPDX-License-Identifier: MIT

/// A state machine for entering one passcode: the effect of every key, completion, and the meaning of the corner
/// button.
///
/// The machine is pure, with one method per event that returns the action for the host. The host draws ``count`` marks
/// and the buttons from the properties, takes a submitted passcode with ``takePasscode()``, has it checked, and calls
/// ``clear()`` for the next attempt.
public struct PasscodeEntry: ~Copyable {
    /// An action for the host.
    public enum Action: Hashable, Sendable {
        /// No action.
        case none
        /// Update the marks and buttons.
        case update
        /// Take the passcode and have it checked. No event changes the entry until ``PasscodeEntry/clear()``.
        case submit
        /// The text contains characters that may combine. Normalise it (form C), pass it to
        /// ``PasscodeEntry/replaceText(with:)`` and submit again.
        case normalise
        /// Close the screen: the user cancelled.
        case cancel
        /// Show why the event had no effect.
        case refuse(Refusal)

        /// An action without its details, for interfaces with other languages.
        package enum Kind: UInt8, CaseIterable { case none, update, submit, normalise, cancel, refuse }

        package var kind: Kind {
            switch self {
            case .none: .none
            case .update: .update
            case .submit: .submit
            case .normalise: .normalise
            case .cancel: .cancel
            case .refuse: .refuse
            }
        }
    }

    /// The reason for rejecting an event. The entry has not changed.
    public enum Refusal: UInt8, Hashable, Sendable, CaseIterable {
        /// The entry has fewer characters than the kind requires, or none.
        case tooShort
        /// The entry has the maximum number of characters.
        case tooLong
        /// The kind accepts only digits.
        case notADigit
        /// The input is not a printable character: a control character, or bytes that are not UTF-8.
        case notACharacter
    }

    /// The meaning of the corner button.
    public enum Corner: UInt8, Hashable, Sendable, CaseIterable {
        /// The button is hidden: there is nothing to delete, and cancelling is not allowed.
        case hidden
        /// The button cancels.
        case cancel
        /// The button deletes the last character.
        case delete
    }

    /// The kind of the passcode, which sets the accepted characters, their number and whether the last one submits.
    public let kind: PasscodeKind
    /// A Boolean value that indicates whether the user may cancel.
    public let allowsCancel: Bool
    /// A Boolean value that indicates whether the passcode has been submitted and its result is awaited.
    public private(set) var isSubmitted = false
    /// The number of characters that the marks show. It does not change while the passcode is checked.
    public private(set) var count = 0
    private var text: PasscodeText

    /// Creates an empty entry.
    /// - Parameters:
    ///   - kind: The kind of the passcode, which sets the accepted characters, their number and whether the last one
    ///     submits.
    ///   - allowsCancel: A Boolean value that indicates whether the user may cancel.
    public init(kind: PasscodeKind, allowsCancel: Bool) {
        self.kind = kind
        self.allowsCancel = allowsCancel
        text = PasscodeText(kind: kind)
    }

    /// The meaning of the corner button. Cancel becomes Delete after the first character.
    public var corner: Corner {
        if count > 0 && !isSubmitted { return .delete }
        return allowsCancel ? .cancel : .hidden
    }

    /// A Boolean value that indicates whether there are enough characters for ``submit()``.
    public var canSubmit: Bool { !isSubmitted && kind.lengths.contains(count) }

    // MARK: Events

    /// Handles a key of the keypad. `digit` is 0...9.
    public mutating func press(digit: Int) -> Action {
        guard (0...9).contains(digit) else { return .refuse(.notADigit) }
        return type(0x30 + UInt32(digit))
    }

    /// Handles a key of a hardware keyboard.
    public mutating func press(_ key: HardwareKey) -> Action {
        switch key {
        case .character(let scalar): return type(scalar.value)
        case .backspace: return delete()
        case .enter: return submit()
        case .escape:
            guard count > 0 && !isSubmitted else { return cancel() }
            clear()
            return .update
        }
    }

    /// Handles pasted text or a change of a text field: `utf8` replaces the whole entry.
    ///
    /// For kinds of digits, spaces, hyphens and full stops between the digits are ignored. For the others, `utf8` must
    /// be in normalisation form C. Text that does not fit is rejected as a whole, never truncated.
    /// - Complexity: O(bytes).
    public mutating func replaceText(with utf8: UnsafeBufferPointer<UInt8>) -> Action {
        guard !isSubmitted else { return .none }
        if let refusal = text.replace(with: utf8) { return .refuse(refusal) }
        return changed()
    }

    /// Deletes the last character.
    public mutating func delete() -> Action {
        guard !isSubmitted, count > 0 else { return .none }
        text.removeLast()
        count = text.count
        return .update
    }

    /// Handles the corner button.
    public mutating func pressCorner() -> Action {
        switch corner {
        case .hidden: .none
        case .cancel: cancel()
        case .delete: delete()
        }
    }

    /// Submits the passcode. Kinds of fixed length submit themselves.
    public mutating func submit() -> Action {
        guard !isSubmitted else { return .none }
        guard count >= kind.lengths.lowerBound else { return .refuse(.tooShort) }
        guard text.isNormalised else { return .normalise }
        isSubmitted = true
        return .submit
    }

    /// Cancels the entry, even while a passcode is checked.
    public mutating func cancel() -> Action {
        guard allowsCancel else { return .none }
        clear()
        return .cancel
    }

    /// Overwrites the rest of the passcode and starts again, after it was rejected or could not be checked.
    public mutating func clear() {
        text.clear()
        count = 0
        isSubmitted = false
    }

    // MARK: Passcode

    /// Moves the submitted passcode out as normalised UTF-8, which is overwritten at the end of the value's lifetime.
    /// Returns an empty value unless a passcode is submitted and not yet taken.
    public mutating func takePasscode() -> SecretBytes {
        guard isSubmitted else { return SecretBytes(capacity: 0) }
        return text.take()
    }

    /// Returns a copy of the entered text, for ``Action/normalise``.
    public func copyText() -> SecretBytes { text.bytes.withBytes { SecretBytes($0) } }

    private mutating func type(_ scalar: UInt32) -> Action {
        guard !isSubmitted else { return .none }
        if let refusal = text.append(scalar) { return .refuse(refusal) }
        return changed()
    }

    private mutating func changed() -> Action {
        count = text.count
        return kind.submitsItself && count == kind.lengths.upperBound ? submit() : .update
    }
}

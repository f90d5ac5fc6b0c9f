// SPDX-License-Identifier: MIT

/// One passcode being entered: what every key does, when the passcode is complete, what the corner button is.
///
/// A pure state machine with one method an event; each returns what the host has to do. The host draws ``count`` marks
/// and the buttons from the properties, takes the passcode with ``takePasscode()`` once it is submitted, has it checked,
/// and calls ``clear()`` to let a person try again.
public struct PasscodeEntry: ~Copyable {
    /// What the host has to do.
    public enum Action: Hashable, Sendable {
        /// Nothing.
        case none
        /// Show the marks and buttons anew.
        case update
        /// Take the passcode and have it checked. No event changes the entry until ``PasscodeEntry/clear()``.
        case submit
        /// The text was put together from characters that may combine. Normalise it (form C), hand it over with
        /// ``PasscodeEntry/replaceText(with:)`` and submit again.
        case normalise
        /// Close: the person gave up.
        case cancel
        /// Say why nothing happened.
        case refuse(Refusal)
    }

    /// Why an event did nothing. The entry is as it was before.
    public enum Refusal: Hashable, Sendable {
        /// Fewer characters than the kind needs; none, too.
        case tooShort
        /// There is no room for more characters.
        case tooLong
        /// The kind is made of digits.
        case notADigit
        /// Not a character that can be written: a control character, or bytes that are not UTF-8.
        case notACharacter
    }

    /// What the button in the corner does.
    public enum Corner: Hashable, Sendable {
        /// There is no button: nothing to delete, and no way to leave.
        case hidden
        /// It leaves without a passcode.
        case cancel
        /// It takes the last character back.
        case delete
    }

    /// Which characters are taken, how many, and whether the last one submits.
    public let kind: PasscodeKind
    /// Whether a person may leave without entering a passcode.
    public let allowsCancel: Bool
    /// Whether the passcode is submitted and its answer awaited.
    public private(set) var isSubmitted = false
    /// How many characters the marks show. It stays while the passcode is checked.
    public private(set) var count = 0
    private var text: PasscodeText

    /// An empty entry.
    /// - Parameters:
    ///   - kind: which characters are taken, how many, and whether the last one submits.
    ///   - allowsCancel: whether a person may leave without entering a passcode.
    public init(kind: PasscodeKind, allowsCancel: Bool) {
        self.kind = kind
        self.allowsCancel = allowsCancel
        text = PasscodeText(kind: kind)
    }

    /// Cancel becomes Delete once something is typed.
    public var corner: Corner {
        if count > 0 && !isSubmitted { return .delete }
        return allowsCancel ? .cancel : .hidden
    }

    /// Whether there are enough characters for ``submit()``.
    public var canSubmit: Bool { !isSubmitted && kind.lengths.contains(count) }

    // MARK: Events

    /// A key of the pad was pressed: `digit` is 0...9.
    public mutating func press(digit: Int) -> Action {
        guard (0...9).contains(digit) else { return .refuse(.notADigit) }
        return type(0x30 + UInt32(digit))
    }

    /// A key of a keyboard was pressed.
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

    /// Something was pasted, or a text field changed: `utf8` takes the place of what was entered.
    ///
    /// For kinds of digits, blanks, hyphens and full stops between the digits are passed over. For the others, `utf8` has
    /// to be in normalisation form C. What does not fit is refused whole, never cut.
    /// - Complexity: O(bytes).
    public mutating func replaceText(with utf8: UnsafeBufferPointer<UInt8>) -> Action {
        guard !isSubmitted else { return .none }
        if let refusal = text.replace(with: utf8) { return .refuse(refusal) }
        return changed()
    }

    /// The last character is to go.
    public mutating func delete() -> Action {
        guard !isSubmitted, count > 0 else { return .none }
        text.removeLast()
        count = text.count
        return .update
    }

    /// The corner button was pressed.
    public mutating func pressCorner() -> Action {
        switch corner {
        case .hidden: .none
        case .cancel: cancel()
        case .delete: delete()
        }
    }

    /// The passcode is complete, says the person. Kinds of one length say so themselves.
    public mutating func submit() -> Action {
        guard !isSubmitted else { return .none }
        guard count >= kind.lengths.lowerBound else { return .refuse(.tooShort) }
        guard text.isNormalised else { return .normalise }
        isSubmitted = true
        return .submit
    }

    /// The person wants to leave; allowed while a passcode is checked, too.
    public mutating func cancel() -> Action {
        guard allowsCancel else { return .none }
        clear()
        return .cancel
    }

    /// The passcode was wrong, or could not be checked: overwrites what is left of it and begins again.
    public mutating func clear() {
        text.clear()
        count = 0
        isSubmitted = false
    }

    // MARK: The passcode

    /// Moves the submitted passcode out: normalised UTF-8, overwritten when the value's life ends. Empty unless one is
    /// submitted and not yet taken.
    public mutating func takePasscode() -> SecretBytes {
        guard isSubmitted else { return SecretBytes(capacity: 0) }
        return text.take()
    }

    /// Lends what is entered, for ``Action/normalise``: UTF-8.
    public func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.bytes.withBytes(body)
    }

    /// A copy of what is entered, for ``Action/normalise``.
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

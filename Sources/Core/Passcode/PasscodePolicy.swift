// SPDX-License-Identifier: MIT

/// The rules that reject new passcodes of the wrong length and those that are easy to guess.
///
/// For digits, ``PINGuessModel`` ranks all PINs of a length by their likelihood, and the likeliest tenth is rejected.
/// In the study by Markert et al., "This PIN can be easily guessed" (S&P 2020), attackers guessed the fewest passcodes
/// at that share. Text is checked by rules. No list of passcodes is downloaded or kept in memory.
public struct PasscodePolicy: Hashable, Sendable {
    /// The limits of a policy.
    public struct Parameters: Hashable, Sendable {
        /// The percentage of all PINs of four, five and six digits that is rejected, 0...20. 0 rejects none. Longer
        /// PINs are rejected if they are likelier than those accepted with six digits.
        public var refusedPercent: Int
        /// The minimum number of characters of a passcode. If the minimum of its kind is greater, that one applies.
        public var minimumLength: Int
        /// The minimum number of distinct characters in text.
        public var minimumDifferent: Int
        /// The words that text must not mainly consist of, in lower-case UTF-8, such as the app's or the owner's name.
        /// List other spellings, such as those without accents, as separate words.
        public var words: [[UInt8]]

        public init(
            refusedPercent: Int = 10, minimumLength: Int = 4, minimumDifferent: Int = 3, words: [[UInt8]] = []
        ) {
            self.refusedPercent = refusedPercent
            self.minimumLength = minimumLength
            self.minimumDifferent = minimumDifferent
            self.words = words
        }
    }

    /// The reason for rejecting a passcode, for a message to the user.
    public enum Refusal: Hashable, Sendable {
        /// The passcode has too few characters.
        case tooShort
        /// The passcode has too many characters.
        case tooLong
        /// The passcode contains characters that its kind does not allow, or is not UTF-8.
        case wrongCharacters
        /// The passcode has too few distinct characters.
        case fewDifferent
        /// The characters are neighbours on a keyboard: qwerty, asdf.
        case keyboardRow
        /// The passcode is a common password word.
        case word
        /// The passcode is a common choice and has this pattern. In text, only ``PINPattern/repeats``,
        /// ``PINPattern/run`` and ``PINPattern/doubled`` are detected; in text of digits only, all patterns are.
        case pattern(PINPattern)

        /// A reason without its pattern, for interfaces with other languages.
        package enum Kind: UInt8, CaseIterable {
            case tooShort, tooLong, wrongCharacters, fewDifferent, keyboardRow, word, pattern
        }

        package var kind: Kind {
            switch self {
            case .tooShort: .tooShort
            case .tooLong: .tooLong
            case .wrongCharacters: .wrongCharacters
            case .fewDifferent: .fewDifferent
            case .keyboardRow: .keyboardRow
            case .word: .word
            case .pattern: .pattern
            }
        }
    }

    /// The limits of the policy. They may change between passcodes.
    public var parameters: Parameters

    /// Creates a policy. By default it rejects the likeliest tenth.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Returns the reason for rejecting a passcode in normalised UTF-8, or `nil` if it is accepted.
    ///
    /// - Complexity: O(bytes · (bytes + well-known words)).
    public func refusal(of passcode: UnsafeBufferPointer<UInt8>, kind: PasscodeKind) -> Refusal? {
        var text = PasscodeText(kind: kind)
        switch text.replace(with: passcode) {
        case .tooLong: return .tooLong
        case .notADigit, .notACharacter: return .wrongCharacters
        case .tooShort, nil: break
        }
        guard text.count >= max(kind.lengths.lowerBound, parameters.minimumLength) else { return .tooShort }
        // The bytes come from the entry, which converts digits of any script to ASCII.
        if let pin = text.bytes.withBytes({ PIN(ascii: $0) }) { return refusal(of: pin) }
        return text.bytes.withBytes { TextHabits($0).refusal(parameters) }
    }

    /// Returns the reason for rejecting a PIN of at least four digits, or `nil` if it is accepted.
    public func refusal(of pin: PIN) -> Refusal? {
        let model = PINGuessModel()
        guard let limit = RefusedShare.limit(percent: parameters.refusedPercent, count: pin.count),
            model.likelihood(of: pin) > limit
        else { return nil }
        return .pattern(model.mainPattern(of: pin))
    }
}

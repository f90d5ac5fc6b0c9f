// SPDX-License-Identifier: MIT

/// Which new passcodes are refused: those of the wrong length and those that are guessed first.
///
/// For digits, ``ChoiceModel`` ranks all rows of a length by how likely people are to choose them, and the likeliest tenth
/// is refused: the size that left an attacker least in Markert et al., "This PIN can be easily guessed" (S&P 2020). For text
/// there are rules. There is no list to download, and none in memory.
public struct PasscodePolicy: Hashable, Sendable {
    /// How much is refused.
    public struct Parameters: Hashable, Sendable {
        /// How many per cent of all rows of four, five and six digits are refused, 0...20. 0 refuses none. Longer rows are
        /// refused if they are likelier than what is taken of six digits.
        public var refusedPercent: Int
        /// The least number of characters of a passcode; the kind's own least length counts if that is greater.
        public var minimumLength: Int
        /// The least number of different characters in text.
        public var minimumDifferent: Int
        /// Words that text may not mainly consist of, in lower-case letters of UTF-8: the app's name, the owner's.
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

    /// Why a passcode is not taken, for a friendly sentence.
    public enum Refusal: Hashable, Sendable {
        /// Fewer characters than are needed.
        case tooShort
        /// More characters than the kind takes.
        case tooLong
        /// Not the characters of the kind: digits, or text in UTF-8.
        case wrongCharacters
        /// Too few different characters.
        case fewDifferent
        /// Neighbours on a keyboard: qwerty, asdf.
        case keyboardRow
        /// A word that everybody takes for a password.
        case word
        /// What many people who have this habit choose. In text, only ``ChoiceHabit/repeats``, ``ChoiceHabit/run`` and
        /// ``ChoiceHabit/doubled`` are looked for, and all of them if it is digits only.
        case habit(ChoiceHabit)
    }

    /// How much is refused. May be changed between passcodes.
    public var parameters: Parameters

    /// The tenth that people are likeliest to choose, unless told otherwise.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Why a passcode is refused, in normalised UTF-8; `nil` if it is taken.
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
        guard parameters.refusedPercent > 0 else { return nil }
        // The entry's bytes: digits of any script are ASCII here.
        if let row = text.bytes.withBytes({ DigitRow(ascii: $0) }) { return refusal(of: row) }
        return text.bytes.withBytes { TextHabits($0).refusal(parameters) }
    }

    /// Why a row of at least four digits is refused; `nil` if it is taken.
    public func refusal(of row: DigitRow) -> Refusal? {
        let model = ChoiceModel()
        guard let limit = RefusedShare.limit(percent: parameters.refusedPercent, count: row.count),
            model.likelihood(of: row) > limit
        else { return nil }
        return .habit(model.mainHabit(of: row))
    }
}

// SPDX-License-Identifier: MIT

/// Which new passcodes are refused: those of the wrong length and those that are guessed first.
public struct PasscodePolicy: Hashable, Sendable {
    /// Why a passcode is not taken, for a friendly sentence.
    public enum Refusal: Hashable, Sendable {
        /// Fewer characters than the kind needs.
        case tooShort
        /// More characters than the kind takes.
        case tooLong
        /// Not the characters of the kind: digits, or text in UTF-8.
        case wrongCharacters
        /// One character over and over.
        case repeats
        /// Digits in a row, up, down or in equal steps.
        case run
    }

    public init() {}

    /// Why a passcode is refused, in normalised UTF-8; `nil` if it is taken.
    ///
    /// - Complexity: O(bytes).
    public func refusal(of passcode: UnsafeBufferPointer<UInt8>, kind: PasscodeKind) -> Refusal? {
        var text = PasscodeText(kind: kind)
        switch text.replace(with: passcode) {
        case .tooLong: return .tooLong
        case .notADigit, .notACharacter: return .wrongCharacters
        case .tooShort, nil: break
        }
        guard text.count >= kind.lengths.lowerBound else { return .tooShort }
        return kind.isNumeric ? text.bytes.withBytes(pattern) : nil
    }

    private func pattern(_ digits: UnsafeBufferPointer<UInt8>) -> Refusal? {
        let step = (digits[1] &- digits[0] &+ 10) % 10
        for i in 2..<digits.count where (digits[i] &- digits[i - 1] &+ 10) % 10 != step { return nil }
        return step == 0 ? .repeats : .run
    }
}

// SPDX-License-Identifier: MIT

/// The checks for easily guessed alphanumeric passcodes.
struct TextHabits: ~Copyable {
    /// The characters, with ASCII capitals as lower case. They are overwritten like the passcode that they come from.
    private let characters: UnsafeMutableBufferPointer<UInt32>

    /// - Parameter utf8: Well-formed UTF-8.
    init(_ utf8: UnsafeBufferPointer<UInt8>) {
        let storage = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: max(1, utf8.count))
        var reader = UTF8Reader(utf8)
        var count = 0
        while let scalar = reader.next() {
            storage[count] = Self.lowered(scalar)
            count += 1
        }
        characters = UnsafeMutableBufferPointer(rebasing: storage[..<count])
    }

    deinit {
        for i in characters.indices { characters[i] = 0 }
        characters.deallocate()
    }

    func refusal(_ parameters: PasscodePolicy.Parameters) -> PasscodePolicy.Refusal? {
        if isStepped(by: 0) { return .pattern(.repeats) }
        if isStepped(by: 1) || isStepped(by: -1) { return .pattern(.run) }
        if isDoubled { return .pattern(.doubled) }
        if different < parameters.minimumDifferent { return .fewDifferent }
        if isKeyboardRow { return .keyboardRow }
        return isWord(parameters.words) ? .word : nil
    }

    private func isStepped(by step: Int64) -> Bool {
        for i in 1..<max(1, characters.count) where Int64(characters[i]) - Int64(characters[i - 1]) != step {
            return false
        }
        return true
    }

    private var isDoubled: Bool {
        for period in 2..<max(2, characters.count / 2 + 1) where characters.count % period == 0 {
            var isSame = true
            for i in period..<characters.count where characters[i] != characters[i - period] { isSame = false }
            if isSame { return true }
        }
        return false
    }

    private var different: Int {
        var count = 0
        for i in characters.indices where !characters[..<i].contains(characters[i]) { count += 1 }
        return count
    }

    /// A Boolean value that indicates whether the characters are consecutive keys, in either direction, on common Latin
    /// keyboards. Digits count by their row.
    private var isKeyboardRow: Bool {
        let rows = Self.keyboardRows
        var isForwards = true
        var isBackwards = true
        for i in 1..<max(1, characters.count) {
            isForwards = isForwards && Self.follows(characters[i - 1], characters[i], in: rows)
            isBackwards = isBackwards && Self.follows(characters[i], characters[i - 1], in: rows)
        }
        return isForwards || isBackwards
    }

    /// Returns whether `second` directly follows `first` in a row.
    private static func follows(_ first: UInt32, _ second: UInt32, in rows: StaticString) -> Bool {
        let keys = UnsafeBufferPointer(start: rows.utf8Start, count: rows.utf8CodeUnitCount)
        for i in 1..<keys.count where UInt32(keys[i - 1]) == first && UInt32(keys[i]) == second { return true }
        return false
    }

    /// The rows of QWERTY, QWERTZ and AZERTY, and the columns of QWERTY downwards with the digit above.
    private static var keyboardRows: StaticString {
        "1234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn 1qaz 2wsx 3edc 4rfv 5tgb 6yhn"
    }

    /// Returns whether the text is a well-known word, or one of `words`, possibly with digits in place of letters,
    /// after the usual additions are removed: digits, signs and spaces at either end.
    private func isWord(_ words: [[UInt8]]) -> Bool {
        var start = 0
        var end = characters.count
        while start < end && !Self.beginsWord(characters[start]) { start += 1 }
        while end > start && !Self.beginsWord(characters[end - 1]) { end -= 1 }
        // A digit at an end may also stand for a letter, or belong to the word.
        var last = characters.count
        while last > end && !Self.isDigit(characters[last - 1]) { last -= 1 }
        return isWord(start..<end, words) || isWord(0..<end, words) || isWord(start..<characters.count, words)
            || isWord(0..<characters.count, words) || isWord(start..<last, words)
    }

    private func isWord(_ range: Range<Int>, _ words: [[UInt8]]) -> Bool {
        // A shorter word leaves at least as many other characters to guess.
        guard range.count >= 3, 2 * range.count > characters.count else { return false }
        return isWord(range, words, withLetters: true) || isWord(range, words, withLetters: false)
    }

    private func isWord(_ range: Range<Int>, _ words: [[UInt8]], withLetters: Bool) -> Bool {
        var text = SecretBytes(capacity: 4 * range.count)
        for i in range {
            let value = withLetters ? Self.letter(for: characters[i]) : characters[i]
            guard let scalar = Unicode.Scalar(value) else { return false }
            for byte in scalar.utf8 { text.append(byte) }
        }
        return text.withBytes { text in WellKnownPasscodes.isPassword(text) || words.contains { $0.elementsEqual(text) }
        }
    }

    private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

    /// Returns whether a word can start with the scalar: a letter of any script, @ for a, or $ for s.
    private static func beginsWord(_ scalar: UInt32) -> Bool {
        scalar >= 0x80 || (0x61...0x7A).contains(scalar) || scalar == 0x40 || scalar == 0x24
    }

    /// Returns the letter that a digit or sign stands for.
    private static func letter(for scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x30: 0x6F  // 0, o
        case 0x31, 0x21: 0x69  // 1 and !, i
        case 0x33: 0x65  // 3, e
        case 0x34, 0x40: 0x61  // 4 and @, a
        case 0x35, 0x24: 0x73  // 5 and $, s
        case 0x37: 0x74  // 7, t
        default: scalar
        }
    }

    private static func lowered(_ scalar: UInt32) -> UInt32 { (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar }
}

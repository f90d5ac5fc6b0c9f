// SPDX-License-Identifier: MIT
import Foundation

/// The rule for passphrases, which open an account as a single factor (NIST SP 800-63B-4 §3.1.1).
///
/// A passphrase has at least 15 characters and at least 45 bits. Its bits are the minimum over all divisions of the
/// text into these pieces:
///
/// - a common word: 13 bits, because the list has about 2¹³ words
/// - a row of keys: 6 bits; a sequence: 5 bits; a repetition: 4 bits
/// - the name of the account or the service: 2 bits
/// - a letter: 5 bits; a digit: 4 bits; a space or sign: 2 bits
///
/// The text is judged in each of its spellings, and the fewest bits count.
///
/// Four common words with spaces have 58 bits. Three have 43.
struct PassphraseRule: Sendable {
    static let leastCount = 15
    static let leastBits = 45

    /// The account's and the service's name and their parts in all spellings, folded, the longest first.
    let names: [[Unicode.Scalar]]

    /// The minimum length of a run.
    static let leastRun = 3
    /// The maximum length of a common word. Longer ones would only be false positives.
    private static let wordLimit = 10
    static let serviceName = "inklock"

    init(_ name: AccountName) {
        let parts = name.canonical.split { " ._-@+".contains($0) }.map(String.init)
        let whole = parts.joined()
        let words = Set([name.canonical, whole, Self.serviceName] + parts).filter {
            $0.unicodeScalars.count >= Self.leastRun
        }
        names = Set(words.flatMap { FoldedText.spellings(of: $0).map(\.letters) }).sorted {
            ($0.count, FoldedText.string($0)) > ($1.count, FoldedText.string($1))
        }
    }

    /// Returns the least effort to guess the text, in bits.
    /// - Complexity: O(characters²) for at most 128 characters, with one SHA-256 for each piece that may be a word.
    func bits(of text: FoldedText) -> Int {
        var least = [Int](repeating: .max, count: text.count + 1)
        least[0] = 0
        for start in 0..<text.count {
            for piece in pieces(of: text, from: start) where piece.length > 0 {
                let end = start + piece.length
                least[end] = min(least[end], least[start] + piece.bits)
            }
        }
        return least[text.count]
    }

    /// Returns the text without the names.
    func withoutNames(_ text: FoldedText) -> [Unicode.Scalar] {
        var (rest, start): ([Unicode.Scalar], Int) = ([], 0)
        while start < text.count {
            let length = name(in: text, from: start)
            if length == 0 { rest.append(text.plain[start]) }
            start += max(1, length)
        }
        return rest
    }

    /// Returns the pieces that may begin at a position of the text. Each prefix of a piece counts too, at the same
    /// cost.
    private func pieces(of text: FoldedText, from start: Int) -> [(length: Int, bits: Int)] {
        let scalar = text.plain[start]
        let single = scalar.properties.isAlphabetic ? 5 : scalar.properties.numericType != nil ? 4 : 2
        var pieces = [(1, single), (name(in: text, from: start), 2)]
        for (length, bits) in [
            (repetition(in: text, from: start), 4), (sequence(in: text, from: start), 5),
            (keyboardRow(in: text, from: start), 6),
        ] where length > 0 {
            for shorter in Self.leastRun...length { pieces.append((shorter, bits)) }
        }
        return pieces + words(in: text, from: start).map { ($0, 13) }
    }

    private func name(in text: FoldedText, from start: Int) -> Int {
        names.first { text.letters[start...].starts(with: $0) }?.count ?? 0
    }

    private func words(in text: FoldedText, from start: Int) -> [Int] {
        let longest = min(text.count - start, Self.wordLimit)
        guard longest >= CommonPasswords.leastCount else { return [] }
        return (CommonPasswords.leastCount...longest).filter { length in
            CommonPasswords.contains(FoldedText.string(text.letters[start..<start + length]))
        }
    }

    /// Returns the length of the longest run that repeats earlier text.
    private func repetition(in text: FoldedText, from start: Int) -> Int {
        var best = 0
        for earlier in 0..<start {
            var length = 0
            while start + length < text.count, text.letters[earlier + length] == text.letters[start + length] {
                length += 1
            }
            best = max(best, length)
        }
        return best >= Self.leastRun ? best : 0
    }

    /// Returns the length of a run of equal, ascending or descending characters.
    private func sequence(in text: FoldedText, from start: Int) -> Int {
        let best =
            [-1, 0, 1].map { step -> Int in
                var end = start + 1
                while end < text.count, Int(text.plain[end].value) - Int(text.plain[end - 1].value) == step { end += 1 }
                return end - start
            }.max() ?? 0
        return best >= Self.leastRun ? best : 0
    }

    private func keyboardRow(in text: FoldedText, from start: Int) -> Int {
        let best =
            [false, true].map { isBackwards -> Int in
                var end = start + 1
                while end < text.count {
                    let pair =
                        isBackwards ? [text.plain[end], text.plain[end - 1]] : [text.plain[end - 1], text.plain[end]]
                    guard Self.neighbours.contains(FoldedText.string(pair)) else { break }
                    end += 1
                }
                return end - start
            }.max() ?? 0
        return best >= Self.leastRun ? best : 0
    }

    /// The rows and columns of keys on QWERTY, QWERTZ and AZERTY keyboards.
    private static let neighbours: Set<String> = {
        let rows = [
            "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm",
            "wxcvbn", "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm",
        ]
        var pairs: Set<String> = []
        for row in rows {
            let keys = Array(row)
            for i in 1..<keys.count { pairs.insert(String(keys[i - 1...i])) }
        }
        return pairs
    }()
}

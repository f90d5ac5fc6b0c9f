// SPDX-License-Identifier: MIT
import CServiceFiles
import Crypto
import Foundation

/// A Bloom filter of the most common passwords, names and words, which `scripts/common-passwords` builds. Its false
/// positive rate is about 1 in 10,000.
enum CommonPasswords {
    /// The minimum length of a word that is looked up.
    static let leastCount = 4

    private static let bits = 192_000
    private static let hashes: UInt64 = 13

    /// Returns a Boolean value that indicates whether a word is common.
    /// - Parameter word: The word as ``FoldedText`` gives it.
    /// - Complexity: O(bytes), with one SHA-256 digest.
    static func contains(_ word: some StringProtocol) -> Bool {
        let filter = inklock_common_passwords()
        let digest = Array(SHA256.hash(data: Data(word.utf8)))
        let (a, b) = (number(digest[0..<8]), number(digest[8..<16]))
        let size = UInt64(bits)
        return (0..<hashes).allSatisfy { i in
            // Of the sum, whatever its size.
            let position = Int((a % size + i * (b % size)) % size)
            return filter.start[position / 8] >> UInt8(position % 8) & 1 == 1
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Text in lower case in which digits and signs are replaced by the letters that they resemble: `Pa$$w0rd` gives
/// `password`.
struct FoldedText: Hashable, Sendable {
    /// The text in lower case.
    let plain: [Unicode.Scalar]
    /// The text with digits and signs replaced by letters. It has as many characters as ``plain``.
    let letters: [Unicode.Scalar]

    init(_ text: String) {
        plain = Array(text.lowercased().unicodeScalars)
        letters = plain.map { Self.letter(for: $0) }
    }

    var count: Int { plain.count }

    /// The maximum length of a spelling. A compatibility form may be 18 times as long as the text.
    private static let spellingLimit = 128

    /// Returns a text as it is, and its other spellings: without compatibility variants and accents, and with the
    /// usual letters in place of umlauts. Most texts have one.
    static func spellings(of text: String) -> [FoldedText] {
        var spellings = [FoldedText(text)]
        let plain = text.precomposedStringWithCompatibilityMapping.lowercased()
        for umlauts in [[:], Self.umlauts] {
            let letters = plain.unicodeScalars.flatMap { umlauts[$0].map { Array($0.unicodeScalars) } ?? [$0] }
            let scalars = string(letters).decomposedStringWithCompatibilityMapping.unicodeScalars.lazy
                .filter { !accents.contains($0) }.flatMap { bases[$0].map { Array($0.unicodeScalars) } ?? [$0] }
            let spelling = FoldedText(string(scalars).precomposedStringWithCanonicalMapping)
            if spelling.count <= spellingLimit, !spellings.contains(spelling) { spellings.append(spelling) }
        }
        return spellings
    }

    /// The combining marks of Latin, Greek and Cyrillic. Those of other scripts are parts of words.
    private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
    private static let umlauts: [Unicode.Scalar: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"]
    /// Letters that have no decomposition.
    private static let bases: [Unicode.Scalar: String] = [
        "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
    ]

    static func letter(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "0": "o"
        case "1", "!": "i"
        case "3": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "7": "t"
        default: scalar
        }
    }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}

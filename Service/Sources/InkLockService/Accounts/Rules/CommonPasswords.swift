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

// SPDX-License-Identifier: MIT
import CServiceFiles
import Crypto
import Foundation

/// The commonest passwords, names and words, as a Bloom filter that `scripts/common-passwords` makes. About one word in 10,000
/// is taken for one of them by mistake.
enum CommonPasswords {
    /// The shortest word that is looked for.
    static let leastCount = 4

    private static let bits = 192_000
    private static let hashes: UInt64 = 13

    /// - Parameter word: in small letters, with letters in place of digits and signs: see ``FoldedText``.
    /// - Complexity: O(bytes): one SHA-256.
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

/// Text without regard to capitals, and with the letters that digits and signs are written for: `Pa$$w0rd` as `password`.
struct FoldedText: Hashable, Sendable {
    /// Small letters.
    let plain: [Unicode.Scalar]
    /// With letters in place of digits and signs; as many as ``plain``.
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

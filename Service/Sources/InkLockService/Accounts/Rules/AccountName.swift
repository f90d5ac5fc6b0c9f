// SPDX-License-Identifier: MIT
import Foundation

/// The name that an account is known by: 1 to 64 letters and digits of any script, with `. _ - @ +` and single spaces
/// between.
package struct AccountName: Hashable, Sendable {
    /// As its owner wrote it, in Unicode's normalisation form C.
    let text: String
    /// What accounts are looked up by: without regard to small and capital letters and to compatibility forms.
    let canonical: String

    static let lengths = 1...64
    /// Before normalising: 64 letters never take more bytes.
    private static let byteLimit = 1024

    /// - Returns: `nil` for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        guard Self.lengths ~= trimmed.unicodeScalars.count, trimmed.unicodeScalars.allSatisfy(Self.isAllowed),
            !trimmed.contains("  ")
        else { return nil }
        let folded = trimmed.precomposedStringWithCompatibilityMapping.lowercased()
        self.text = trimmed
        canonical = folded.precomposedStringWithCompatibilityMapping
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: " ._-@+".unicodeScalars.contains(scalar)
        }
    }
}

// SPDX-License-Identifier: MIT
import Foundation

/// The name of an account: 1 to 64 letters and digits of any script, `. _ - @ +`, and single spaces between them.
package struct AccountName: Hashable, Sendable {
    /// The name as its owner entered it, in Unicode normalisation form C.
    let text: String
    /// The form for look-ups: lower case, without compatibility variants.
    let canonical: String

    static let lengths = 1...64
    /// The maximum length before normalisation. A valid name is never longer.
    private static let byteLimit = 1024

    /// Creates a name.
    /// - Returns: `nil` if `text` is not a valid name.
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

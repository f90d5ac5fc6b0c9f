// SPDX-License-Identifier: MIT
import Foundation

/// A passcode in the form for comparison: the OpaqueString profile of RFC 8265. All spaces become U+0020, and the text
/// is in normalisation form C.
package struct TypedPasscode: Hashable, Sendable {
    /// The text in UTF-8.
    let bytes: [UInt8]
    /// The number of Unicode scalars.
    let count: Int

    /// The maximum number of bytes before normalisation: 64 characters of four bytes, and room for the effect of
    /// normalisation.
    static let byteLimit = 1024

    /// Converts a passcode to the form for comparison.
    /// - Returns: `nil` for more than ``byteLimit`` bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        let normal = String(plain).precomposedStringWithCanonicalMapping
        bytes = Array(normal.utf8)
        count = normal.unicodeScalars.count
    }

    /// A Boolean value that indicates whether the text is long enough for a passphrase.
    var mayBePassphrase: Bool { count >= PassphraseRule.leastCount }
}

extension TypedPasscode: CustomStringConvertible, CustomReflectable {
    /// Omits the passcode, which would otherwise appear in logs.
    package var description: String { "TypedPasscode" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

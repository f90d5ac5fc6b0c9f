// SPDX-License-Identifier: MIT
import Foundation

/// A passcode as it is compared: RFC 8265's OpaqueString. Spaces of other scripts become U+0020, and the text is in Unicode's
/// normalisation form C.
package struct PasscodeText: Hashable, Sendable {
    /// UTF-8.
    let bytes: [UInt8]
    /// Unicode scalars.
    let count: Int

    /// The most bytes that are normalised: 64 characters of four bytes, and room for what normalising may add.
    static let byteLimit = 1024

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

    /// A Boolean value that indicates whether it is long enough to open an account by itself.
    var mayBePassphrase: Bool { count >= PassphraseRule.leastCount }
}

extension PasscodeText: CustomStringConvertible, CustomReflectable {
    /// Not the passcode: that would end up in logs.
    package var description: String { "PasscodeText" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

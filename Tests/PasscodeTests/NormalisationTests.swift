// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import Passcode

/// Checks `Vectors/passcodes.tsv`, with Foundation as the host that normalises.
@Suite struct NormalisationTests {
    struct Vector: Sendable {
        let kind: PasscodeKind
        let typed: String
        /// The passcode's bytes in hexadecimal, or `nil` if it is rejected.
        let bytes: String?

        init(row: [String]) throws {
            kind = try #require(VectorTable.kind(row[0]))
            let scalars = row[1].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            typed = String(String.UnicodeScalarView(scalars))
            bytes = row[2] == "refused" ? nil : row[2]
        }
    }

    static func vectors() throws -> [Vector] { try VectorTable.rows("passcodes.tsv").map(Vector.init) }

    @Test("Normalised passcodes match the vectors", arguments: try vectors())
    func theSpecifiedVectorsHold(vector: Vector) {
        var entry = PasscodeEntry(kind: vector.kind, allowsCancel: false)
        let normalised = vector.typed.precomposedStringWithCanonicalMapping
        var action = Secret.withUTF8(normalised) { entry.replaceText(with: $0) }
        if action == .update { action = entry.submit() }
        let passcode = entry.takePasscode()
        let bytes = passcode.withBytes { $0.map { String(format: "%02x", $0) }.joined() }
        #expect(bytes == vector.bytes ?? "" && (action == .submit) == (vector.bytes != nil))
    }

    /// Typed key by key, the entry asks for normalisation exactly where it needs it.
    @Test("Typing key by key gives the same bytes as the vectors", arguments: try vectors())
    func keyByKeyTheSameBytesComeOut(vector: Vector) {
        guard let expected = vector.bytes, !vector.kind.submitsItself else { return }
        var entry = PasscodeEntry(kind: vector.kind, allowsCancel: false)
        for scalar in vector.typed.unicodeScalars { _ = entry.press(.character(scalar)) }
        var action = entry.submit()
        #expect(vector.typed.unicodeScalars.allSatisfy { $0.value < 0x300 } == (action == .submit))
        if action == .normalise {
            let text = entry.copyText().withBytes { String(decoding: $0, as: UTF8.self) }
            _ = Secret.withUTF8(text.precomposedStringWithCanonicalMapping) { entry.replaceText(with: $0) }
            action = entry.submit()
        }
        let passcode = entry.takePasscode()
        let bytes = passcode.withBytes { $0.map { String(format: "%02x", $0) }.joined() }
        #expect(action == .submit && bytes == expected)
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import Passcode

/// `Vectors/passcodes.tsv`, with Foundation as the host that normalises.
@Suite struct NormalisationTests {
    struct Vector: Sendable {
        let kind: PasscodeKind
        let typed: String
        /// The passcode's bytes in hexadecimal; `nil` where it is refused.
        let bytes: String?

        init(row: Substring) throws {
            let cells = row.split(separator: "\t")
            kind = try #require(
                ["four digits": .fourDigits, "six digits": .sixDigits, "numeric": .numeric][cells[0]] ?? .alphanumeric)
            let scalars = cells[1].split(separator: " ").compactMap {
                UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }
            typed = String(String.UnicodeScalarView(scalars))
            bytes = cells[2] == "refused" ? nil : String(cells[2])
        }
    }

    static func vectors() throws -> [Vector] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let table = try String(contentsOf: root.appendingPathComponent("Vectors/passcodes.tsv"), encoding: .utf8)
        return try table.split(separator: "\n").dropFirst().map(Vector.init)
    }

    @Test(arguments: try vectors()) func theSpecifiedVectorsHold(vector: Vector) {
        var entry = PasscodeEntry(kind: vector.kind, allowsCancel: false)
        let normalised = vector.typed.precomposedStringWithCanonicalMapping
        var action = Secret.withUTF8(normalised) { entry.replaceText(with: $0) }
        if action == .update { action = entry.submit() }
        let passcode = entry.takePasscode()
        let bytes = passcode.withBytes { $0.map { String(format: "%02x", $0) }.joined() }
        #expect(bytes == vector.bytes ?? "" && (action == .submit) == (vector.bytes != nil))
    }

    /// Typed key by key, the entry asks for the normalisation that it needs, and for none that it does not.
    @Test(arguments: try vectors()) func keyByKeyTheSameBytesComeOut(vector: Vector) {
        guard let expected = vector.bytes, !vector.kind.submitsItself else { return }
        var entry = PasscodeEntry(kind: vector.kind, allowsCancel: false)
        for scalar in vector.typed.unicodeScalars { _ = entry.press(.character(scalar)) }
        var action = entry.submit()
        #expect(vector.typed.unicodeScalars.allSatisfy { $0.value < 0x300 } == (action == .submit))
        if action == .normalise {
            let text = entry.withText { String(decoding: $0, as: UTF8.self) }
            _ = Secret.withUTF8(text.precomposedStringWithCanonicalMapping) { entry.replaceText(with: $0) }
            action = entry.submit()
        }
        let passcode = entry.takePasscode()
        let bytes = passcode.withBytes { $0.map { String(format: "%02x", $0) }.joined() }
        #expect(action == .submit && bytes == expected)
    }
}

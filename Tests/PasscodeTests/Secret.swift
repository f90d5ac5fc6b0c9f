// SPDX-License-Identifier: MIT
import Passcode

/// Conversions between passcodes and text, for tests.
enum Secret {
    static func text(_ secret: borrowing SecretBytes) -> String {
        secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    static func bytes(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

    static func withUTF8<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

// SPDX-License-Identifier: MIT
import InkExchange
import Passcode

/// A passcode screen's state. An instance of the module serves one element.
struct Screen: ~Copyable {
    var entry = PasscodeEntry(kind: .fourDigits, allowsCancel: true)
    var change = PasscodeChange(.create, currentKind: .fourDigits)
    var prompt: PasscodeChange.Prompt?
    var policy = PasscodePolicy()
    /// What the page fetches next: a passcode, or text to normalise.
    var outgoing = SecretBytes(capacity: 0)

    /// Moves the bytes that the page left in the scratch buffer into `body` and overwrites them there.
    static func withScratch<Result>(_ count: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = Exchange.bytes(count)
        let result = body(bytes)
        if let start = bytes.baseAddress {
            let writable = UnsafeMutablePointer(mutating: start)
            for i in bytes.indices { writable[i] = 0 }
        }
        return result
    }
}

// A page is single-threaded.
nonisolated(unsafe) var screen = Screen()

/// Where the passcode lies that the last `code_entry_take`, `code_entry_text` or `code_change_take` left.
@_expose(wasm, "code_secret") @c(code_secret)
public func codeSecret() -> UnsafeRawPointer? { screen.outgoing.withBytes { UnsafeRawPointer($0.baseAddress) } }

/// Overwrites it. The page calls this as soon as it has copied the bytes.
@_expose(wasm, "code_secret_wipe") @c(code_secret_wipe)
public func codeSecretWipe() { screen.outgoing.wipe() }

/// About a kind, as numbers: the least and the greatest length, whether only digits count, whether it submits itself.
/// Returns their bytes, 0 for a kind that there is not.
@_expose(wasm, "code_kind") @c(code_kind)
public func codeKind(_ kind: Int32) -> Int32 {
    guard let kind = PasscodeKind(rawValue: UInt8(clamping: kind)) else { return 0 }
    return Exchange.give([
        Double(kind.lengths.lowerBound), Double(kind.lengths.upperBound), kind.isNumeric ? 1 : 0,
        kind.submitsItself ? 1 : 0,
    ])
}

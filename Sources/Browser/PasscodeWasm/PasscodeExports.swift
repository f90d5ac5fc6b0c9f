// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

/// The state of a passcode screen. An instance of the module serves one element.
struct Screen: ~Copyable {
    var entry = PasscodeEntry(kind: .fourDigits, allowsCancel: true)
    var change = PasscodeChange(.create, currentKind: .fourDigits)
    var prompt: PasscodeChange.Prompt?
    var policy = PasscodePolicy()
    var countdown: Countdown?
    /// The bytes that the page fetches next: a passcode, or text to normalise.
    var outgoing = SecretBytes(capacity: 0)

    /// Passes the bytes in the scratch buffer to `body` and overwrites them.
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

/// Returns the address of the passcode from the last `code_entry_take`, `code_entry_text` or `code_change_take`.
@_expose(wasm, "code_secret") @c(code_secret)
public func codeSecret() -> UnsafeRawPointer? { screen.outgoing.withBytes { UnsafeRawPointer($0.baseAddress) } }

/// Overwrites the passcode of `code_secret`. Call this function as soon as the bytes are copied.
@_expose(wasm, "code_secret_wipe") @c(code_secret_wipe)
public func codeSecretWipe() { screen.outgoing.wipe() }

// SPDX-License-Identifier: MIT
import LockFlow
import WasmBridge

/// Returns the `RecoveryCodeError` of a text, −1 if the text is a complete recovery code, or −2 if it may become one
/// with more characters. The text's Unicode scalars are `count` numbers in the scratch buffer, which are overwritten.
@_expose(wasm, "lock_code_error") @c(lock_code_error)
public func lockCodeError(_ count: Int32) -> Int32 {
    var text = RecoveryCodeText()
    var fault: RecoveryCodeError?
    let numbers = UnsafeMutableBufferPointer(mutating: Exchange.numbers(Int(count)))
    for index in numbers.indices {
        let number = numbers[index]
        numbers[index] = 0
        guard fault == nil else { continue }
        guard let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value) else {
            fault = .character
            continue
        }
        do throws(RecoveryCodeError) { _ = try text.read(scalar) } catch { fault = error }
    }
    return fault?.number ?? (text.isComplete ? -1 : -2)
}

// SPDX-License-Identifier: MIT
import Passcode

/// Returns the displacement of the marks, in points to the right, `seconds` after a wrong passcode.
@_expose(wasm, "code_shake") @c(code_shake)
public func codeShake(_ seconds: Double, _ width: Double) -> Double {
    PasscodeMotion.standard.shakeOffset(at: seconds, width: width)
}

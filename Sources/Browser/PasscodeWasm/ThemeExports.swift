// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

/// Stores the animations as numbers: the duration of a screen, its leaving scale, the durations of a state change, of
/// the displacement and of the whole shake, then the haptic pattern. Returns their byte count.
@_expose(wasm, "code_motion") @c(code_motion)
public func codeMotion(_ isReduced: Bool) -> Int32 {
    let motion = isReduced ? PasscodeMotion.reduced : .standard
    return Exchange.give(
        [motion.screenSeconds, motion.leavingScale, motion.stateSeconds, motion.throwSeconds, motion.shakeSeconds]
            + motion.buzzSeconds)
}

/// Returns the displacement of the marks, in points to the right, `seconds` after a wrong passcode.
@_expose(wasm, "code_shake") @c(code_shake)
public func codeShake(_ seconds: Double, _ width: Double) -> Double {
    PasscodeMotion.standard.shakeOffset(at: seconds, width: width)
}

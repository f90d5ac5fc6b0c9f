// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

/// Stores the colours of a theme, by its `PasscodeTheme.Name`, as numbers 0xRRGGBBAA: backdrop, key, edge, accent, text
/// on the accent, text, quiet text, warning; then the blur in points. Returns their byte count.
@_expose(wasm, "code_theme") @c(code_theme)
public func codeTheme(_ name: Int32) -> Int32 {
    let theme = PasscodeTheme(PasscodeTheme.Name(number: name) ?? .opaqueLight)
    let colors = [
        theme.backdrop, theme.key, theme.edge, theme.accent, theme.onAccent, theme.text, theme.quietText, theme.warning,
    ]
    return Exchange.give(colors.map { Double($0.rgba) } + [theme.blur])
}

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

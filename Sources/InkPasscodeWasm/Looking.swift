// SPDX-License-Identifier: MIT
import InkExchange
import Passcode

/// The colours of a theme (0 opaque light, 1 opaque dark, 2 translucent light, 3 translucent dark) as numbers 0xRRGGBBAA:
/// backdrop, key, edge, accent, text on the accent, text, quiet text, warning; then the blur in points. Returns their bytes.
@_expose(wasm, "code_theme") @c(code_theme)
public func codeTheme(_ index: Int32) -> Int32 {
    let theme: PasscodeTheme =
        switch index {
        case 0: .opaqueLight
        case 1: .opaqueDark
        case 2: .translucentLight
        default: .translucentDark
        }
    let colors = [
        theme.backdrop, theme.key, theme.edge, theme.accent, theme.onAccent, theme.text, theme.quietText, theme.warning,
    ]
    return Exchange.give(colors.map { Double($0.rgba) } + [theme.blur])
}

/// How the screen moves, as numbers: seconds for a screen, the scale it leaves with, seconds for a state, for the throw and
/// for the whole shake; then the buzz. Returns their bytes.
@_expose(wasm, "code_motion") @c(code_motion)
public func codeMotion(_ isReduced: Bool) -> Int32 {
    let motion = isReduced ? PasscodeMotion.reduced : .standard
    return Exchange.give(
        [motion.screenSeconds, motion.leavingScale, motion.stateSeconds, motion.throwSeconds, motion.shakeSeconds]
            + motion.buzzSeconds)
}

/// How far the marks are from their place, in points to the right, `seconds` after a wrong passcode.
@_expose(wasm, "code_shake") @c(code_shake)
public func codeShake(_ seconds: Double, _ width: Double) -> Double {
    PasscodeMotion.standard.shakeOffset(at: seconds, width: width)
}

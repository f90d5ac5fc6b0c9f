// SPDX-License-Identifier: MIT
import InkGeometry
import Passcode
import WasmBridge

/// Lays out the screen on `width` by `height` points with a margin on each side that is not part of the safe area. If
/// `isScrambled`, the scratch buffer contains `KeypadOrder.randomByteCount` random bytes for the order of the digits.
/// Stores numbers in the format of `KeypadNumbers` and returns their byte count.
@_expose(wasm, "code_layout") @c(code_layout)
public func codeLayout(
    _ width: Double, _ height: Double, _ top: Double, _ right: Double, _ bottom: Double, _ left: Double, _ kind: Int32,
    _ hasIcon: Bool, _ titleLines: Int32, _ messageLines: Int32, _ textScale: Double, _ isRightToLeft: Bool,
    _ isScrambled: Bool
) -> Int32 {
    let bytes = Exchange.bytes(isScrambled ? Int32(KeypadOrder.randomByteCount) : 0)
    let contents = KeypadContents(
        kind: PasscodeKind(number: kind) ?? .fourDigits, hasIcon: hasIcon,
        titleLines: Int(titleLines),
        messageLines: Int(messageLines), textScale: textScale, isRightToLeft: isRightToLeft,
        order: KeypadOrder(scrambledBy: Array(bytes)) ?? .ordered)
    let layout = KeypadLayout(
        size: InkSize(width: width, height: height),
        safeArea: InkRect(minX: left, minY: top, maxX: width - right, maxY: height - bottom), contents: contents)
    return Exchange.give(KeypadNumbers.encode(layout))
}

/// Stores the letters under a digit as ASCII and returns their number.
@_expose(wasm, "code_letters") @c(code_letters)
public func codeLetters(_ digit: Int32) -> Int32 {
    let letters = KeypadOrder.letters(under: Int(digit))
    return Exchange.give(Array(UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)))
}

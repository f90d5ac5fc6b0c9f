// SPDX-License-Identifier: MIT
import InkGeometry
import Passcode
import WasmBridge

/// Lays out the screen on `width` by `height` points with a margin on each side that is not part of the safe area. If
/// `isScrambled`, the scratch buffer contains 16 random bytes for the order of the digits. Stores numbers and returns
/// their byte count:
///
/// 0 content width, 1 content height, 2 the keys' corner radius, 3 the digits', 4 the letters', 5 the title's and 6 the
/// message's font size; then rectangles as x, y, width and height, NaN where there is none: 7 icon, 11 title, 15
/// message, 19 corner button, 23 accessory button, 27 field, 31 submit; 35 the number of marks and 36 of keys; then a
/// rectangle for each mark, and for each key its digit and a rectangle.
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
    var numbers = [
        layout.contentSize.width, layout.contentSize.height, layout.keyCorner, layout.digitSize, layout.letterSize,
        layout.titleSize, layout.messageSize,
    ]
    func add(_ rect: InkRect?) {
        guard let rect else {
            numbers += [.nan, .nan, .nan, .nan]
            return
        }
        numbers += [rect.minX, rect.minY, rect.width, rect.height]
    }
    add(layout.icon)
    add(layout.title)
    add(layout.message)
    add(layout.corner)
    add(layout.accessory)
    add(layout.field)
    add(layout.submit)
    numbers += [Double(layout.marks.count), Double(layout.keys.count)]
    for mark in layout.marks { add(mark) }
    for key in layout.keys {
        numbers.append(Double(key.digit))
        add(key.frame)
    }
    return Exchange.give(numbers)
}

/// Stores the letters under a digit as ASCII and returns their number.
@_expose(wasm, "code_letters") @c(code_letters)
public func codeLetters(_ digit: Int32) -> Int32 {
    let letters = KeypadOrder.letters(under: Int(digit))
    return Exchange.give(Array(UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)))
}

// SPDX-License-Identifier: MIT
import InkGeometry
import Passcode
import WasmBridge

/// Lays out the screen on `width` by `height` points with an unsafe margin on each side. If `isScrambled`, the scratch
/// buffer contains 16 random bytes for the order. Stores numbers and returns their byte count:
///
/// 0 content width, 1 content height, 2 the `KeypadArrangement`, 3 the keys' corner radius, 4 the
/// digits', 5 the letters', 6 the title's and 7 the message's font size; then rectangles as x, y, width and height, NaN
/// where there is none: 8 icon, 12 title, 16 message, 20 corner button, 24 accessory button, 28 field, 32 submit; 36
/// the number of marks and 37 of keys; then a rectangle for each mark, and for each key its digit and a rectangle.
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
        size: Size(width: width, height: height),
        safeArea: Rect(minX: left, minY: top, maxX: width - right, maxY: height - bottom), contents: contents)
    var numbers = [
        layout.contentSize.width, layout.contentSize.height, Double(layout.arrangement.rawValue), layout.keyCorner,
        layout.digitSize, layout.letterSize, layout.titleSize, layout.messageSize,
    ]
    func add(_ rect: Rect?) {
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

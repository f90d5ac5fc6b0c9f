// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTrail
import PicturePassword
import WasmBridge

/// Reports the start of a touch at a position on the surface in points and a time in seconds. Returns 1 if it counts, 0
/// if it lies outside the picture.
@_expose(wasm, "pic_begin") @c(pic_begin)
public func picBegin(_ finger: UInt32, _ x: Double, _ y: Double, _ time: Double) -> Int32 {
    guard let place = pad.recorder.begin(finger, at: InkPoint(x: x, y: y), time: time) else { return 0 }
    pad.trail.touch(finger, at: place, time: time)
    return 1
}

/// Reports the movement of a finger by `count` positions in the scratch buffer: x, y and time each. Returns the number
/// of accepted positions.
@_expose(wasm, "pic_move") @c(pic_move)
public func picMove(_ finger: UInt32, _ count: Int32) -> Int32 {
    let numbers = Exchange.numbers(Int(clamping: Int64(count) &* 3))
    var accepted: Int32 = 0
    for i in 0..<numbers.count / 3 {
        let (position, time) = (InkPoint(x: numbers[3 * i], y: numbers[3 * i + 1]), numbers[3 * i + 2])
        guard let place = pad.recorder.move(finger, to: position, time: time) else { continue }
        pad.trail.touch(finger, at: place, time: time)
        accepted += 1
    }
    return accepted
}

/// Reports the end of a touch.
@_expose(wasm, "pic_end") @c(pic_end)
public func picEnd(_ finger: UInt32, _ time: Double) {
    pad.recorder.end(finger, time: time)
    pad.trail.lift(finger, time: time)
}

/// Discards what a finger drew since it touched down.
@_expose(wasm, "pic_cancel") @c(pic_cancel)
public func picCancel(_ finger: UInt32, _ time: Double) {
    pad.recorder.cancel(finger)
    pad.trail.lift(finger, time: time)
}

/// Returns the number of parts, including the one in progress.
@_expose(wasm, "pic_part_count") @c(pic_part_count)
public func picPartCount() -> Int32 { Int32(clamping: pad.recorder.gesture.parts.count) }

/// Removes the last part. Returns 1 if there was one.
@_expose(wasm, "pic_undo") @c(pic_undo)
public func picUndo() -> Int32 {
    pad.trail.clear()
    return pad.recorder.removeLastPart() ? 1 : 0
}

/// Removes the drawing. Returns 1 if there was one.
@_expose(wasm, "pic_clear") @c(pic_clear)
public func picClear() -> Int32 {
    defer { pad.recorder.removeAll() }
    pad.trail.clear()
    return pad.recorder.isEmpty ? 0 : 1
}

// SPDX-License-Identifier: MIT
import InkExchange
import InkGeometry
import InkStroke

/// 1 for a change, 0 for none, or the code of the error.
private func outcome(_ body: () throws(StrokeError) -> Bool) -> Int32 {
    do throws(StrokeError) { return try body() ? 1 : 0 } catch { return Failure.code(error) }
}

/// Begins a stroke, `start` seconds after the drawing's beginning. Returns 0 or the code of the error.
@_expose(wasm, "ink_begin") @c(ink_begin)
public func inkBegin(_ start: Double) -> Int32 {
    do throws(StrokeError) {
        try pad.editor.begin(brush: pad.brush, model: pad.model, start: start)
        pad.makeRoom()
        return 0
    } catch {
        return Failure.code(error)
    }
}

/// Takes `count` samples from the scratch buffer, six numbers each: x, y, time, pressure, tilt, azimuth. Samples that
/// cannot be used are left out. Returns how many were taken.
@_expose(wasm, "ink_append") @c(ink_append)
public func inkAppend(_ count: Int32) -> Int32 {
    guard pad.editor.isDrawing else { return Failure.code(.noStrokeInProgress) }
    let numbers = Exchange.numbers(Int(clamping: Int64(count) &* Int64(DrawingNumbers.perSample)))
    var accepted: Int32 = 0
    for i in 0..<numbers.count / DrawingNumbers.perSample {
        do throws(StrokeError) {
            try pad.editor.append(DrawingNumbers.sample(numbers, at: i * DrawingNumbers.perSample))
            accepted += 1
        } catch {}
    }
    return accepted
}

/// Ends the stroke: one step that can be undone. Returns 1, 0 if the stroke had no sample, or the code of the error.
@_expose(wasm, "ink_end") @c(ink_end)
public func inkEnd() -> Int32 { outcome { () throws(StrokeError) in try pad.editor.end() } }

/// Takes the stroke back that is being drawn. Returns 0, or the code of the error.
@_expose(wasm, "ink_cancel") @c(ink_cancel)
public func inkCancel() -> Int32 { outcome { () throws(StrokeError) in try pad.editor.cancel() } }

/// Takes the last step back. Returns 1, 0 if there is none, or the code of the error.
@_expose(wasm, "ink_undo") @c(ink_undo)
public func inkUndo() -> Int32 {
    defer { pad.restoreRoom() }
    return outcome { () throws(StrokeError) in try pad.editor.undo() }
}

/// Takes the last undoing back. Returns as `ink_undo` does.
@_expose(wasm, "ink_redo") @c(ink_redo)
public func inkRedo() -> Int32 {
    defer { pad.restoreRoom() }
    return outcome { () throws(StrokeError) in try pad.editor.redo() }
}

/// Takes all strokes away: one step that can be undone. Returns as `ink_undo` does.
@_expose(wasm, "ink_clear") @c(ink_clear)
public func inkClear() -> Int32 { outcome { () throws(StrokeError) in try pad.editor.clear() } }

/// Puts the strokes of a drawing, `byteCount` bytes of numbers in the scratch buffer, in place of all there are: one
/// step that can be undone.
@_expose(wasm, "ink_replace") @c(ink_replace)
public func inkReplace(_ byteCount: Int32) -> Int32 {
    guard byteCount >= 0 && byteCount % 8 == 0,
        let drawing = DrawingNumbers.decode(Exchange.numbers(Int(byteCount / 8)))
    else { return Failure.malformed }
    return outcome { () throws(StrokeError) in
        let isChanged = try pad.editor.replaceAll(with: drawing.strokes)
        pad.makeRoom()
        return isChanged
    }
}

/// Whether there is a step to take back, as 1 or 0.
@_expose(wasm, "ink_can_undo") @c(ink_can_undo)
public func inkCanUndo() -> Int32 { pad.editor.canUndo ? 1 : 0 }

/// Whether there is an undoing to take back, as 1 or 0.
@_expose(wasm, "ink_can_redo") @c(ink_can_redo)
public func inkCanRedo() -> Int32 { pad.editor.canRedo ? 1 : 0 }

/// How many strokes the drawing has.
@_expose(wasm, "ink_stroke_count") @c(ink_stroke_count)
public func inkStrokeCount() -> Int32 { Int32(truncatingIfNeeded: pad.editor.strokeCount) }

/// How many samples all its strokes have together.
@_expose(wasm, "ink_sample_count") @c(ink_sample_count)
public func inkSampleCount() -> Int32 { Int32(truncatingIfNeeded: pad.editor.pointCount) }

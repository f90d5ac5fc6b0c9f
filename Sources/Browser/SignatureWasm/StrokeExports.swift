// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import WasmBridge

/// Returns 1 for a change, 0 for none, or an error code. The parameters are those of ``Pad/follow(_:isNew:)``. A stroke
/// that was cancelled leaves the surface as it was.
private func outcome(_ move: Int = 1, isNew: Bool = true, _ body: () throws(StrokeError) -> Bool) -> Int32 {
    do throws(StrokeError) {
        let isChanged = try body()
        pad.follow(isChanged ? move : 0, isNew: isChanged && isNew)
        return isChanged ? 1 : 0
    } catch { return Failure(error).refusal }
}

/// Starts a stroke. `time` is that of its first sample in seconds, as the page counts them, and `date` the same time in
/// seconds since 1970-01-01 UTC. Returns 0 or an error code.
@_expose(wasm, "ink_begin") @c(ink_begin)
public func inkBegin(_ time: Double, _ date: Double) -> Int32 {
    do throws(StrokeError) {
        try pad.clock.begin(&pad.editor, brush: pad.brush, model: pad.model, at: time, date: date)
        pad.makeRoom(isNew: pad.editor.isEmpty)
        return 0
    } catch {
        return Failure(error).refusal
    }
}

/// Lets the drawing begin with its next stroke, if it is empty.
@_expose(wasm, "ink_restart") @c(ink_restart)
public func inkRestart() { if pad.editor.isEmpty { pad.clock = DrawingClock() } }

/// Appends `count` samples from the scratch buffer, six numbers each: x, y, time, pressure, tilt, azimuth. Invalid
/// samples are left out. Returns the number of accepted samples.
@_expose(wasm, "ink_append") @c(ink_append)
public func inkAppend(_ count: Int32) -> Int32 {
    guard pad.editor.isDrawing else { return Failure.noStrokeInProgress.refusal }
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

/// Ends the stroke as one undoable step. Returns 1, 0 if the stroke had no sample, or an error code.
@_expose(wasm, "ink_end") @c(ink_end)
public func inkEnd() -> Int32 { outcome { () throws(StrokeError) in try pad.editor.end() } }

/// Ends the stroke as `ink_end` does, at the position in points where its pointer was lifted, `time` seconds after the
/// stroke's start.
@_expose(wasm, "ink_lift") @c(ink_lift)
public func inkLift(_ x: Double, _ y: Double, _ time: Double) -> Int32 {
    outcome { () throws(StrokeError) in try pad.editor.end(liftedAt: InkPoint(x: x, y: y), time: time) }
}

/// Cancels the stroke in progress. Returns 0 or an error code.
@_expose(wasm, "ink_cancel") @c(ink_cancel)
public func inkCancel() -> Int32 {
    outcome { () throws(StrokeError) in
        try pad.editor.cancel()
        return false
    }
}

/// Undoes the last step. Returns 1, 0 if there is none, or an error code.
@_expose(wasm, "ink_undo") @c(ink_undo)
public func inkUndo() -> Int32 { outcome(-1, isNew: false) { () throws(StrokeError) in try pad.editor.undo() } }

/// Redoes the last undone step. Returns the result of `ink_undo`.
@_expose(wasm, "ink_redo") @c(ink_redo)
public func inkRedo() -> Int32 { outcome(isNew: false) { () throws(StrokeError) in try pad.editor.redo() } }

/// Removes all strokes as one undoable step. Returns the result of `ink_undo`.
@_expose(wasm, "ink_clear") @c(ink_clear)
public func inkClear() -> Int32 { outcome { () throws(StrokeError) in try pad.editor.clear() } }

/// Replaces all strokes with those of a drawing, `byteCount` bytes of numbers in the scratch buffer, as one undoable
/// step.
@_expose(wasm, "ink_replace") @c(ink_replace)
public func inkReplace(_ byteCount: Int32) -> Int32 {
    guard let drawing = Exchange.drawing(byteCount) else { return Failure.malformed.refusal }
    return outcome { () throws(StrokeError) in
        try pad.editor.replaceAll(with: drawing.strokes)
        pad.replaceRoom(drawing.size)
        return true
    }
}

/// Returns 1 if there is a step to undo, otherwise 0.
@_expose(wasm, "ink_can_undo") @c(ink_can_undo)
public func inkCanUndo() -> Int32 { pad.editor.canUndo ? 1 : 0 }

/// Returns 1 if there is a step to redo, otherwise 0.
@_expose(wasm, "ink_can_redo") @c(ink_can_redo)
public func inkCanRedo() -> Int32 { pad.editor.canRedo ? 1 : 0 }

/// Returns the number of strokes.
@_expose(wasm, "ink_stroke_count") @c(ink_stroke_count)
public func inkStrokeCount() -> Int32 { Int32(truncatingIfNeeded: pad.editor.strokeCount) }

/// Returns the number of samples of all strokes.
@_expose(wasm, "ink_sample_count") @c(ink_sample_count)
public func inkSampleCount() -> Int32 { Int32(truncatingIfNeeded: pad.editor.pointCount) }

/// Extends the visible ink of the stroke in progress to the expected position of the pen `seconds` after its last
/// sample, until the next sample. 0 ends the extension. See `DrawingEditor.showPrediction(seconds:)`.
@_expose(wasm, "ink_predict") @c(ink_predict)
public func inkPredict(_ seconds: Double) { pad.editor.showPrediction(seconds: seconds) }

// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkHandwriting
import InkStroke

/// The changes to a drawing, which are the same on every platform.
extension SignatureModel {
    /// Adopts the size of the view that shows the drawing, if there is no ink and none can come back.
    func adopt(_ size: InkSize) {
        let isUnused = editor.isEmpty && !editor.canUndo && !editor.canRedo
        guard size.hasArea, size != editor.size, isUnused || !editor.size.hasArea, !editor.isDrawing else { return }
        editor.size = size
        changeAll()
    }

    /// Replaces the drawing and discards the history. A drawing without a size takes the size of the previous drawing.
    func load(_ drawing: Drawing) {
        if drawing.size.hasArea { editor.size = drawing.size }
        editor.load(drawing)
        // An empty drawing begins with its own first stroke. In another, the next stroke follows the last.
        clock = DrawingClock()
        changeAll()
    }

    /// Starts a stroke at the device's time of its first sample. Returns `false` if another stroke is in progress,
    /// or if the time is not finite.
    func start(at time: Double) -> Bool {
        let date = Date().timeIntervalSince1970
        return (try? clock.begin(&editor, brush: brush, model: strokeModel, at: time, date: date)) != nil
    }

    /// A Boolean value that indicates whether there are strokes to clear.
    var canClear: Bool { strokeCount > 0 }

    /// Undoes the last change. Returns `false` if there is none, or if a stroke is in progress.
    @discardableResult public func undo() -> Bool { change { (editor) throws(StrokeError) in try editor.undo() } }

    /// Redoes the last undone change. Returns `false` if there is none, or if a stroke is in progress.
    @discardableResult public func redo() -> Bool { change { (editor) throws(StrokeError) in try editor.redo() } }

    /// Removes all strokes, which can be undone. Returns `false` if there are none.
    @discardableResult public func clear() -> Bool {
        change(isClear: true) { (editor) throws(StrokeError) in try editor.clear() }
    }

    /// Replaces the drawing with a text in handwriting, as a signature for users who cannot draw. Nothing changes if no
    /// character can be written. Characters beyond `Handwriting.characterLimit` are neither written nor counted.
    /// - Returns: The number of characters that were left out because the handwriting lacks them.
    @discardableResult public func write(_ text: String) -> Int { writeReporting(text).unknown }

    /// Writes a text, and returns whether anything was written as well.
    func writeReporting(_ text: String) -> (isWritten: Bool, unknown: Int) {
        let written = Handwriting.strokes(writing: Array(text.utf8), in: editor.size, brush: brush, model: strokeModel)
        if !written.strokes.isEmpty {
            change { (editor) throws(StrokeError) in
                try editor.replaceAll(with: written.strokes)
                return true
            }
        }
        return (!written.strokes.isEmpty, written.unknown)
    }

    /// Writes a name that the user has typed, and returns a message if characters were left out.
    func writeTyped(_ name: String) -> String? {
        let (isWritten, unknown) = writeReporting(name)
        guard unknown > 0 else { return nil }
        return isWritten ? Wording.leftOut(unknown) : Wording.noLetters
    }
}

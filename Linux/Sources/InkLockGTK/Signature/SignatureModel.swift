// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkHandwriting
import InkRaster
import InkStroke
import Observation

/// The model of a signature: the strokes, their history, and the engine's pixels.
@MainActor @Observable public final class SignatureModel {
    /// The brush of the next stroke.
    public var brush: Brush
    /// The stroke model of the next stroke.
    public var strokeModel: StrokeModel
    /// The time in seconds by which the visible ink of the stroke in progress extends beyond its last sample, at most
    /// 0.05. The default, 0, shows sampled ink only; 0.01 to 0.02 are typical. The drawing never contains the
    /// extension.
    @ObservationIgnored public var prediction = 0.0
    /// A closure that is called when a stroke is finished, undone, redone or written, and when all strokes are removed.
    @ObservationIgnored public var onChange: (() -> Void)?

    /// The number of finished strokes.
    public private(set) var strokeCount = 0
    /// A Boolean value that indicates whether a change can be undone.
    public private(set) var canUndo = false
    /// A Boolean value that indicates whether a change can be redone.
    public private(set) var canRedo = false
    /// A Boolean value that indicates whether a stroke is in progress.
    public private(set) var isDrawing = false

    @ObservationIgnored private var editor = DrawingEditor(size: .zero, accuracy: InkedDrawing.accuracy(scale: 1))
    @ObservationIgnored private var canvas: InkCanvas?
    @ObservationIgnored private var scale = 0.0
    @ObservationIgnored private var isRightToLeft = false
    @ObservationIgnored private var origin: Double?
    @ObservationIgnored private var strokeStart = 0.0

    /// Creates a model without strokes.
    public init(brush: Brush = .pen, strokeModel: StrokeModel = .fair) {
        self.brush = brush
        self.strokeModel = strokeModel
    }

    /// The drawing, including the stroke in progress. Setting it discards the history.
    public var drawing: Drawing {
        get { editor.drawing }
        set {
            if editor.isDrawing { try? editor.cancel() }
            let size = editor.size
            editor.load(newValue)
            // An empty drawing begins with its own first stroke. In another, the next stroke follows the last.
            origin = nil
            editor.size = newValue.size.hasArea ? newValue.size : size
            canvas = nil
            note()
        }
    }

    /// The size of the drawing in points.
    var size: InkSize { editor.size }
    /// The pixels of the paper and the ink; `nil` while the drawing has no area.
    public var bitmap: Bitmap? { canvas?.bitmap }
    /// The number of samples of all strokes.
    public var sampleCount: Int { editor.pointCount }

    /// Adopts the size of the widget that shows the drawing, if there is no ink and none can come back.
    func adopt(_ size: InkSize) {
        let isUnused = editor.isEmpty && !editor.canUndo && !editor.canRedo
        guard size.hasArea, size != editor.size, isUnused || !editor.size.hasArea, !editor.isDrawing else { return }
        editor.size = size
        canvas = nil
    }

    /// Brings the pixels up to date at `scale` pixels per point, and returns the area that may have changed. The cross
    /// of the paper is where lines begin.
    func paint(scale: Double, isRightToLeft: Bool = false) -> PixelRect {
        if canvas == nil || scale != self.scale || isRightToLeft != self.isRightToLeft {
            (self.scale, self.isRightToLeft) = (scale, isRightToLeft)
            editor.setAccuracy(InkedDrawing.accuracy(scale: scale))
            canvas = try? InkCanvas(
                size: editor.size, scale: scale,
                background: SignaturePaper.background(editor.size, scale: scale, isRightToLeft: isRightToLeft))
        }
        return canvas?.paint(&editor) ?? PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }

    // MARK: Strokes

    func begin(_ sample: StrokePoint) {
        if origin == nil && editor.isEmpty { editor.date = Date().timeIntervalSince1970 }
        strokeStart = sample.time
        // A stroke follows those that were loaded or written, which end at a time of their own.
        let beginning = min(origin ?? .infinity, strokeStart - duration)
        if let origin, origin.isFinite, beginning < origin, let date = editor.date {
            editor.date = date - (origin - beginning)
        }
        origin = beginning
        guard (try? editor.begin(brush: brush, model: strokeModel, start: strokeStart - beginning)) != nil
        else { return }
        isDrawing = true
        append([sample])
    }

    func append(_ samples: [StrokePoint]) {
        // Samples that are not finite or out of range are left out.
        for sample in samples { try? editor.append(placed(sample)) }
    }

    /// Extends the visible stroke in progress to the expected position of the pen, or, while the pen rests, to its last
    /// sample.
    func predict(isMoving: Bool) {
        if prediction > 0 { editor.showPrediction(seconds: isMoving ? prediction : 0) }
    }

    func end(_ sample: StrokePoint) {
        let sample = placed(sample)
        change { (editor) throws(StrokeError) in try editor.end(liftedAt: sample.position, time: sample.time) }
    }

    func cancel() {
        try? editor.cancel()
        note()
    }

    /// The time in seconds from the beginning of the drawing to the end of its last stroke.
    private var duration: Double {
        let end = editor.strokes.reduce(0) { max($0, $1.stroke.start + ($1.stroke.points.last?.time ?? 0)) }
        return min(end, Stroke.startLimit)
    }

    private func placed(_ sample: StrokePoint) -> StrokePoint {
        var sample = sample
        sample.time -= strokeStart
        return sample
    }

    // MARK: History

    /// Undoes the last change. Returns `false` if there is none, or if a stroke is in progress.
    @discardableResult public func undo() -> Bool { change { (editor) throws(StrokeError) in try editor.undo() } }

    /// Redoes the last undone change. Returns `false` if there is none, or if a stroke is in progress.
    @discardableResult public func redo() -> Bool { change { (editor) throws(StrokeError) in try editor.redo() } }

    /// Removes all strokes, which can be undone. Returns `false` if there are none.
    @discardableResult public func clear() -> Bool { change { (editor) throws(StrokeError) in try editor.clear() } }

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

    @discardableResult private func change(_ body: (inout DrawingEditor) throws(StrokeError) -> Bool) -> Bool {
        let isChanged = (try? body(&editor)) ?? false
        note()
        if isChanged { onChange?() }
        return isChanged
    }

    private func note() {
        strokeCount = editor.strokes.count
        canUndo = editor.canUndo
        canRedo = editor.canRedo
        isDrawing = editor.isDrawing
    }
}

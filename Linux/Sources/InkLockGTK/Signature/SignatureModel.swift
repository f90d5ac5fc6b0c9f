// SPDX-License-Identifier: MIT
import InkGeometry
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

    @ObservationIgnored var editor = DrawingEditor(size: .zero, accuracy: InkedDrawing.accuracy(scale: 1))
    @ObservationIgnored private var canvas: InkCanvas?
    @ObservationIgnored private var scale = 0.0
    @ObservationIgnored private var isRightToLeft = false
    @ObservationIgnored var clock = DrawingClock()

    /// Creates a model without strokes.
    public init(brush: Brush = .pen, strokeModel: StrokeModel = .fair) {
        self.brush = brush
        self.strokeModel = strokeModel
    }

    /// The drawing, including the stroke in progress. Setting it discards the history.
    public var drawing: Drawing {
        get { editor.drawing }
        set { load(newValue) }
    }

    /// The size of the drawing in points.
    var size: InkSize { editor.size }
    /// The pixels of the paper and the ink; `nil` while the drawing has no area.
    public var bitmap: Bitmap? { canvas?.bitmap }
    /// The number of samples of all strokes.
    public var sampleCount: Int { editor.pointCount }

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

    /// Starts a stroke. Returns `false` if another one is in progress.
    @discardableResult func begin(_ sample: StrokePoint) -> Bool {
        guard start(at: sample.time) else { return false }
        isDrawing = true
        append([sample])
        return true
    }

    func append(_ samples: [StrokePoint]) {
        // Samples that are not finite or out of range are left out.
        for sample in samples { try? editor.append(clock.toStroke(sample)) }
    }

    /// Extends the visible stroke in progress to the expected position of the pen, or, while the pen rests, to its last
    /// sample.
    func predict(isMoving: Bool) {
        if prediction > 0 { editor.showPrediction(seconds: isMoving ? prediction : 0) }
    }

    func end(_ sample: StrokePoint) {
        let sample = clock.toStroke(sample)
        change { (editor) throws(StrokeError) in try editor.end(liftedAt: sample.position, time: sample.time) }
    }

    func cancel() {
        try? editor.cancel()
        note()
    }

    // MARK: Events

    /// Changes the drawing, and reports the change. A change that removes all strokes is reported as any other.
    /// - Returns: `false` if nothing changed.
    @discardableResult func change(
        isClear _: Bool = false, _ body: (inout DrawingEditor) throws(StrokeError) -> Bool
    ) -> Bool {
        let isChanged = (try? body(&editor)) ?? false
        note()
        if isChanged { onChange?() }
        return isChanged
    }

    /// Discards the pixels, after a change to the size or to the whole drawing.
    func changeAll() {
        canvas = nil
        note()
    }

    private func note() {
        strokeCount = editor.strokes.count
        canUndo = editor.canUndo
        canRedo = editor.canRedo
        isDrawing = editor.isDrawing
    }
}

// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import InkRaster
import InkStroke
import Observation

/// The model of a signature: its strokes, history and appearance. It receives touches from a view.
///
/// Several views can show the same model. Only one stroke is drawn at a time.
@MainActor @Observable public final class SignatureModel {
    /// An event on a model.
    public enum Event: Hashable, Sendable {
        /// A stroke has begun. If the system cancels the touch, no event follows.
        case began
        /// Samples were added to the stroke in progress.
        case changed
        /// A stroke was finished, or strokes were undone, redone or written.
        case ended
        /// All strokes were removed.
        case cleared
    }

    /// The brush of the next stroke.
    public var brush: Brush
    /// The stroke model of the next stroke.
    public var strokeModel: StrokeModel
    /// The background of the ink. Without an image, the views show a line to sign on and a cross.
    public var background: Background { didSet { changeAll() } }
    /// A closure that is called for each event.
    @ObservationIgnored public var onEvent: ((Event) -> Void)?
    /// The evidence that records the strokes; `nil` to record none. It records each event before ``onEvent`` is called.
    ///
    /// If the app sets other evidence, that evidence records the later strokes.
    @ObservationIgnored public var evidence: SignatureEvidence? {
        didSet { if evidence !== oldValue { evidence?.adopt(self) } }
    }

    /// A counter that is incremented with each visible change.
    public private(set) var revision = 0
    /// The number of finished strokes.
    public private(set) var strokeCount = 0
    /// A Boolean value that indicates whether a change can be undone.
    public private(set) var canUndo = false
    /// A Boolean value that indicates whether a change can be redone.
    public private(set) var canRedo = false

    @ObservationIgnored var editor: DrawingEditor
    @ObservationIgnored var awaited = EstimatedSampleBuffer()
    @ObservationIgnored var predicted: [StrokePoint] = []
    /// The outline of estimated and predicted samples.
    @ObservationIgnored var preview: StrokeOutline?
    @ObservationIgnored var isEnding = false
    /// The last report of a stroke that waits for final samples: where its pen or finger was lifted.
    @ObservationIgnored var lift: StrokePoint?
    @ObservationIgnored var clock = DrawingClock()
    /// The stroke of the last touch, or `nil` until the touch has ended and if the system cancelled it.
    @ObservationIgnored var drawnStroke: Stroke?
    @ObservationIgnored var lastSamples: [StrokePoint] = []
    @ObservationIgnored var accuracy: Double
    @ObservationIgnored var backgroundImage: (source: Bitmap, image: CGImage)?
    @ObservationIgnored var grains: [Brush: GrainTile] = [:]
    /// Closures that receive each area to redraw, in the drawing's points.
    @ObservationIgnored var onDirty: [ObjectIdentifier: (InkRect) -> Void] = [:]

    /// Creates a model.
    /// - Parameters:
    ///   - drawing: The drawing. An empty drawing adopts the size of the view that shows it.
    ///   - brush: The brush of the next stroke.
    ///   - strokeModel: The stroke model of the next stroke.
    ///   - background: The background of the ink.
    ///   - scale: The display scale, in pixels per point, for which outlines are accurate. Most phones have 3.
    public init(
        _ drawing: Drawing = Drawing(), brush: Brush = .pen, strokeModel: StrokeModel = .fair,
        background: Background = Background(color: SignaturePaper.color), scale: Double = 3
    ) {
        self.brush = brush
        self.strokeModel = strokeModel
        self.background = background
        accuracy = InkedDrawing.accuracy(scale: scale)
        editor = DrawingEditor(size: drawing.size, accuracy: accuracy)
        editor.load(drawing)
        note()
    }

    /// The drawing, including the stroke in progress. Setting it discards the history and sends no event. A drawing
    /// without a size takes the size of the previous drawing.
    public var drawing: Drawing {
        get {
            _ = revision
            return editor.drawing
        }
        set {
            forgetStroke()
            load(newValue)
            evidence?.adopt(self, set: newValue)
        }
    }

    /// A Boolean value that indicates whether the drawing has no ink, not even in a stroke in progress.
    public var isEmpty: Bool {
        _ = revision
        return editor.isEmpty
    }

    // MARK: Events

    /// Changes the drawing, and reports the change.
    /// - Parameter isClear: A Boolean value that indicates whether the change removes all strokes.
    /// - Returns: `false` if nothing changed.
    @discardableResult func change(
        isClear: Bool = false, _ body: (inout DrawingEditor) throws(StrokeError) -> Bool
    ) -> Bool {
        finishAwaited()
        guard (try? body(&editor)) == true else { return false }
        noteAndTell()
        report(isClear ? .cleared : .ended)
        return true
    }

    /// Passes an event to the evidence and to the app.
    func report(_ event: Event) {
        evidence?.follow(self, event)
        onEvent?(event)
    }

    func note() {
        strokeCount = editor.strokes.count
        canUndo = editor.canUndo
        canRedo = editor.canRedo
        revision += 1
    }

    func noteAndTell() {
        note()
        tell(editor.takeChanges().all)
    }

    func tell(_ area: InkRect) { for body in onDirty.values { body(area) } }

    func changeAll() {
        _ = editor.takeChanges()
        note()
        tell(InkRect(editor.size))
    }
}

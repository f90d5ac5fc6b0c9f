// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import Observation

/// A sheet that is signed on: takes what hands do, and keeps strokes, history and looks.
///
/// Several views may show a sheet; a stroke is drawn in one at a time.
@MainActor @Observable public final class SignatureSheet {
    /// What happens to a sheet.
    public enum Event: Hashable, Sendable {
        /// A stroke has begun.
        case began
        /// The stroke in progress has got longer.
        case changed
        /// A stroke is finished, or one was undone, redone or written.
        case ended
        /// All strokes are gone.
        case cleared
    }

    /// What the next stroke is drawn with.
    public var brush: Brush
    /// Which curve the next stroke follows.
    public var model: StrokeModel
    /// What lies behind the ink. Without an image there are a line to sign on and a cross.
    public var background: Background { didSet { changeAll() } }
    /// Told of every event.
    @ObservationIgnored public var onEvent: ((Event) -> Void)?

    /// Goes up with every change that can be seen.
    public private(set) var revision = 0
    /// How many strokes are finished.
    public private(set) var strokeCount = 0
    /// Whether there is a change to take back.
    public private(set) var canUndo = false
    /// Whether there is a change to make again.
    public private(set) var canRedo = false

    @ObservationIgnored var editor: DrawingEditor
    @ObservationIgnored var awaited = AwaitedSamples()
    @ObservationIgnored var predicted: [StrokePoint] = []
    /// Ink of what waits and of what is foreseen.
    @ObservationIgnored var preview: StrokeOutline?
    @ObservationIgnored var isEnding = false
    @ObservationIgnored var origin: Double?
    @ObservationIgnored var strokeStart = 0.0
    @ObservationIgnored var lastSamples: [StrokePoint] = []
    @ObservationIgnored var accuracy: Double
    @ObservationIgnored var backgroundImage: (source: Bitmap, image: CGImage)?
    @ObservationIgnored var grains: [Brush: GrainTile] = [:]
    /// Told, in the sheet's points, what has to be drawn anew.
    @ObservationIgnored var onDirty: [ObjectIdentifier: (Rect) -> Void] = [:]

    /// - Parameters:
    ///   - drawing: what is on the sheet; its size is the sheet's until the sheet is empty in a view of another size.
    ///   - brush: what the next stroke is drawn with.
    ///   - model: which curve the next stroke follows.
    ///   - background: what lies behind the ink.
    ///   - scale: the pixels a point that outlines are worked out for, 3 on most phones.
    public init(
        _ drawing: Drawing = Drawing(), brush: Brush = .pen, model: StrokeModel = .smooth,
        background: Background = Background(color: SignaturePaper.color), scale: Double = 3
    ) {
        self.brush = brush
        self.model = model
        self.background = background
        accuracy = InkedDrawing.accuracy(scale: scale)
        editor = DrawingEditor(size: drawing.size, accuracy: accuracy)
        editor.load(drawing)
        note()
    }

    /// The drawing, with the stroke in progress. Setting it forgets history.
    public var drawing: Drawing {
        get {
            _ = revision
            return editor.drawing
        }
        set {
            forgetStroke()
            editor.size = newValue.size
            editor.load(newValue)
            changeAll()
        }
    }

    /// Whether there is no ink: neither a finished stroke nor a sample of one in progress.
    public var isEmpty: Bool {
        _ = revision
        return editor.isEmpty
    }

    /// An empty sheet takes the size of the view that shows it; another keeps its own.
    func adopt(_ size: Size) {
        guard size.hasArea, size != editor.size, editor.isEmpty || !editor.size.hasArea, !editor.isDrawing else {
            return
        }
        editor.size = size
        changeAll()
    }

    // MARK: History

    /// Takes the last change back. Returns whether there was one; there is none while a stroke is drawn.
    @discardableResult public func undo() -> Bool { change { (editor) throws(StrokeError) in try editor.undo() } }

    /// Makes the change again that was taken back last. Returns whether there was one.
    @discardableResult public func redo() -> Bool { change { (editor) throws(StrokeError) in try editor.redo() } }

    /// Removes all strokes, which can be undone. Returns whether there were any.
    @discardableResult public func clear() -> Bool {
        change(.cleared) { (editor) throws(StrokeError) in try editor.clear() }
    }

    /// Writes a text by hand in place of what there is: a signature for people who cannot draw one.
    /// - Returns: how many characters were left out for want of a letter.
    @discardableResult public func write(_ text: String) -> Int {
        let written = Handwriting.strokes(writing: Array(text.utf8), in: editor.size, brush: brush, model: model)
        if !written.strokes.isEmpty {
            change { (editor) throws(StrokeError) in try editor.replaceAll(with: written.strokes) }
        }
        return written.unknown
    }

    @discardableResult private func change(
        _ event: Event = .ended, _ body: (inout DrawingEditor) throws(StrokeError) -> Bool
    ) -> Bool {
        finishAwaited()
        guard (try? body(&editor)) == true else { return false }
        noteAndTell()
        onEvent?(event)
        return true
    }

    // MARK: Telling

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

    func tell(_ area: Rect) { for body in onDirty.values { body(area) } }

    func changeAll() {
        _ = editor.takeChanges()
        note()
        tell(Rect(editor.size))
    }
}

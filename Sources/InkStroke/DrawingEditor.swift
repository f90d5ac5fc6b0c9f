// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing while somebody draws it: takes samples, undoes and redoes, and says what has to be painted again.
///
/// Nothing is ever dropped for want of room: memory is bounded only by what was drawn. Undo history lasts until
/// ``load(_:)``.
public struct DrawingEditor {
    /// One step of history: `removed` stood at the end of the drawing, `added` took its place.
    private struct Edit {
        var removed: [Stroke]
        var added: [Stroke]
    }

    /// The surface's size in points.
    public var size: Size
    /// When the first stroke began, in seconds since 1970; `nil` if unknown.
    public var date: Double?
    /// The finished strokes.
    public private(set) var strokes: [InkedStroke] = []
    private var liveStroke: Stroke?
    private var tracer: StrokeTracer<BuiltInModeler>?
    private var isTailCurrent = true
    private var done: [Edit] = []
    private var undone: [Edit] = []
    private var accuracy: Double
    private var changes = DrawingChanges()

    /// - Parameters:
    ///   - size: the drawing's surface, in points.
    ///   - accuracy: how far in points outlines may be from the true curves; see
    ///     ``InkedDrawing/accuracy(scale:)``.
    public init(size: Size, accuracy: Double) {
        self.size = size
        self.accuracy = accuracy
    }

    // MARK: Drawing

    /// Starts a stroke.
    /// - Parameters:
    ///   - brush: what it is drawn with.
    ///   - model: which curve leads through its samples.
    ///   - start: seconds since the drawing's beginning.
    /// - Throws: `.strokeInProgress`; `.notFinite` when `start` is.
    public mutating func begin(brush: Brush, model: StrokeModel = .smooth, start: Double = 0) throws(StrokeError) {
        guard liveStroke == nil else { throw .strokeInProgress }
        guard start.isFinite else { throw .notFinite }
        liveStroke = Stroke(brush: brush, model: model, start: start)
        let dotWidth = InkedStroke.dotWidth(of: brush, after: strokes.last)
        tracer = StrokeTracer(brush: brush, model: model, dotWidth: dotWidth, accuracy: accuracy)
    }

    /// Adds a sample to the stroke in progress. Complexity: O(1), amortised.
    /// - Throws: `.noStrokeInProgress`, or what ``Stroke/append(_:)`` throws; nothing changes then.
    public mutating func append(_ sample: StrokePoint) throws(StrokeError) {
        guard liveStroke != nil else { throw .noStrokeInProgress }
        guard let kept = try liveStroke?.append(sample) else { return }
        tracer?.append(kept)
        isTailCurrent = false
    }

    /// Finishes the stroke in progress. One without samples leaves nothing behind.
    /// - Returns: whether the drawing has changed.
    /// - Throws: `.noStrokeInProgress`.
    @discardableResult
    public mutating func end() throws(StrokeError) -> Bool {
        guard let stroke = liveStroke else { throw .noStrokeInProgress }
        guard !stroke.points.isEmpty else { return try cancel() }
        updateTail()
        takeDirtyRect()
        let inked = InkedStroke(
            stroke, outline: tracer?.outline ?? StrokeOutline(), lineWidth: tracer?.meanWidth ?? strokes.last?.lineWidth
        )
        liveStroke = nil
        tracer = nil
        strokes.append(inked)
        done.append(Edit(removed: [], added: [stroke]))
        undone.removeAll()
        return true
    }

    /// Gives up the stroke in progress, as when the system takes the touch away.
    /// - Returns: false, always: the drawing is what it was before.
    /// - Throws: `.noStrokeInProgress`.
    @discardableResult
    public mutating func cancel() throws(StrokeError) -> Bool {
        guard liveStroke != nil else { throw .noStrokeInProgress }
        takeDirtyRect()
        if let tracer { changes.live = changes.live.union(tracer.outline.bounds) }
        liveStroke = nil
        tracer = nil
        return false
    }

    // MARK: Editing

    /// Whether there is a change to take back.
    public var canUndo: Bool { !done.isEmpty }
    /// Whether there is a change to make again: one was taken back, and nothing else was changed since.
    public var canRedo: Bool { !undone.isEmpty }

    /// Takes the last change back. Returns whether there was one.
    /// Complexity: O(samples that come back).
    /// - Throws: `.strokeInProgress`.
    public mutating func undo() throws(StrokeError) -> Bool {
        guard liveStroke == nil else { throw .strokeInProgress }
        guard let edit = done.popLast() else { return false }
        undone.append(edit)
        replaceLast(edit.added.count, with: edit.removed)
        return true
    }

    /// Makes the change again that was taken back last. Returns whether there was one.
    /// Complexity: O(samples that come back).
    /// - Throws: `.strokeInProgress`.
    public mutating func redo() throws(StrokeError) -> Bool {
        guard liveStroke == nil else { throw .strokeInProgress }
        guard let edit = undone.popLast() else { return false }
        done.append(edit)
        replaceLast(edit.removed.count, with: edit.added)
        return true
    }

    /// Removes all strokes, which can be undone. Returns whether there were any.
    /// - Throws: `.strokeInProgress`.
    public mutating func clear() throws(StrokeError) -> Bool {
        guard !strokes.isEmpty || liveStroke != nil else { return false }
        return try replaceAll(with: [])
    }

    /// Puts other strokes in place of all there are, as one step that can be undone. Complexity: O(samples).
    /// - Throws: `.strokeInProgress`.
    @discardableResult
    public mutating func replaceAll(with others: [Stroke]) throws(StrokeError) -> Bool {
        guard liveStroke == nil else { throw .strokeInProgress }
        done.append(Edit(removed: strokes.map { $0.stroke }, added: others))
        replaceLast(strokes.count, with: others)
        undone.removeAll()
        return true
    }

    /// Takes over another drawing's strokes and date, and forgets the history and any stroke in progress; the
    /// surface keeps its size. Complexity: O(samples).
    public mutating func load(_ drawing: Drawing) {
        _ = try? cancel()
        replaceLast(strokes.count, with: drawing.strokes)
        date = drawing.date
        done.removeAll()
        undone.removeAll()
    }

    /// History keeps strokes without their ink, which would be that of an earlier accuracy.
    private mutating func replaceLast(_ count: Int, with new: [Stroke]) {
        for inked in strokes.suffix(count) { changes.finished = changes.finished.union(inked.outline.bounds) }
        strokes.removeLast(count)
        for stroke in new {
            let inked = InkedStroke(stroke, after: strokes.last, accuracy: accuracy)
            changes.finished = changes.finished.union(inked.outline.bounds)
            strokes.append(inked)
        }
    }

    // MARK: Looking

    /// The drawing as it stands, with the stroke in progress.
    public var drawing: Drawing {
        var all: [Stroke] = strokes.map { $0.stroke }
        if let liveStroke, !liveStroke.points.isEmpty { all.append(liveStroke) }
        return Drawing(size: size, strokes: all, date: date)
    }

    /// Whether a stroke is in progress.
    public var isDrawing: Bool { liveStroke != nil }
    /// Whether there is no ink: neither a finished stroke nor a sample of one in progress.
    public var isEmpty: Bool { strokes.isEmpty && liveStroke?.points.isEmpty ?? true }
    /// The number of strokes, the one in progress included.
    public var strokeCount: Int { strokes.count + (liveStroke == nil ? 0 : 1) }

    /// The number of samples. Complexity: O(strokes).
    public var pointCount: Int {
        strokes.reduce(liveStroke?.points.count ?? 0) { $0 + $1.stroke.points.count }
    }

    /// The ink of the stroke in progress, up to its last sample as of the last ``takeChanges()``.
    public var liveOutline: (brush: Brush, outline: StrokeOutline)? {
        guard let brush = liveStroke?.brush, let outline = tracer?.outline else { return nil }
        return (brush, outline)
    }

    /// What has changed since this was last called: the dirty rectangles of every change since then.
    /// Complexity: O(1), one tail at most.
    public mutating func takeChanges() -> DrawingChanges {
        updateTail()
        takeDirtyRect()
        defer { changes = DrawingChanges() }
        return changes
    }

    /// Works out all outlines anew for another scale. Complexity: O(samples).
    public mutating func setAccuracy(_ accuracy: Double) {
        guard accuracy != self.accuracy else { return }
        self.accuracy = accuracy
        let old = strokes
        strokes = InkedDrawing(Drawing(size: size, strokes: old.map { $0.stroke }), accuracy: accuracy).strokes
        if let stroke = liveStroke {
            let dotWidth = InkedStroke.dotWidth(of: stroke.brush, after: strokes.last)
            tracer = StrokeTracer(stroke, dotWidth: dotWidth, accuracy: accuracy)
        }
        changes.finished = Rect(
            minX: -Stroke.coordinateLimit, minY: -Stroke.coordinateLimit,
            maxX: Stroke.coordinateLimit, maxY: Stroke.coordinateLimit)
    }

    private mutating func takeDirtyRect() {
        if let dirty = tracer?.takeDirtyRect() { changes.live = changes.live.union(dirty) }
    }

    private mutating func updateTail() {
        guard !isTailCurrent else { return }
        tracer?.updateTail()
        isTailCurrent = true
    }
}

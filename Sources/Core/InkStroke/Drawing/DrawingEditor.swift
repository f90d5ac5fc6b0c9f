// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing that is being edited. It takes samples, undoes and redoes changes, and reports the areas to repaint.
///
/// An editor imposes no limit on strokes or samples: only the length of the drawing bounds its memory. The undo history
/// lasts until ``load(_:)``.
public struct DrawingEditor: Sendable {
    /// A step of the history: `added` replaced `removed` at the end of the drawing.
    private struct Edit {
        var removed: [Stroke]
        var added: [Stroke]
    }

    /// The number of samples at which the editor traces them, if no frame has asked for changes before.
    private static var pendingLimit: Int { 256 }

    /// The size of the surface in points.
    public var size: InkSize
    /// The time from which the starts of strokes count, in seconds since 1970-01-01 UTC, or `nil` if unknown.
    public var date: Double?
    /// The finished strokes.
    public private(set) var strokes: [InkedStroke] = []
    private var liveStroke: Stroke?
    private var tracer: StrokeTracer<BuiltInModeler>?
    /// The number of samples that the tracer has. The samples of a frame are traced together, when the frame asks for
    /// changes.
    private var tracedCount = 0
    private var isTailCurrent = true
    private var isTailPredicted = false
    private var done: [Edit] = []
    private var undone: [Edit] = []
    private var accuracy: Double
    private var changes = DrawingChanges()

    /// Creates an editor whose outlines are accurate for a display.
    /// - Parameters:
    ///   - size: The size of the drawing's surface in points.
    ///   - displayScale: The display's scale in pixels per point.
    public init(size: InkSize, displayScale: Double) {
        self.init(size: size, accuracy: InkedDrawing.accuracy(scale: displayScale))
    }

    /// Creates an editor whose outlines have the given accuracy.
    /// - Parameters:
    ///   - size: The size of the drawing's surface in points.
    ///   - accuracy: The maximum distance in points between an outline and the true curve; see
    ///     ``InkedDrawing/accuracy(scale:)``.
    public init(size: InkSize, accuracy: Double) {
        self.size = size
        self.accuracy = accuracy
    }

    // MARK: Drawing

    /// Starts a stroke.
    /// - Parameters:
    ///   - brush: The brush of the stroke.
    ///   - model: The curve through the stroke's samples.
    ///   - start: The time of the first sample in seconds since the start of the drawing, limited to
    ///     −``Stroke/startLimit``...``Stroke/startLimit``.
    /// - Throws: `.strokeInProgress`, or `.notFinite` if `start` is not finite.
    public mutating func begin(brush: Brush, model: StrokeModel = .fair, start: Double = 0) throws(StrokeError) {
        guard liveStroke == nil else { throw .strokeInProgress }
        guard start.isFinite else { throw .notFinite }
        let limited = start.limited(to: -Stroke.startLimit...Stroke.startLimit)
        liveStroke = Stroke(brush: brush, model: model, start: limited)
        let dotWidth = InkedStroke.dotWidth(of: brush, after: strokes.last)
        tracer = StrokeTracer(brush: brush, model: model, dotWidth: dotWidth, accuracy: accuracy)
        tracedCount = 0
    }

    /// Adds a sample to the stroke in progress.
    /// - Throws: `.noStrokeInProgress`, or an error of ``Stroke/append(_:)``. The drawing does not change then.
    /// - Complexity: O(1), amortised.
    public mutating func append(_ sample: StrokePoint) throws(StrokeError) {
        // Compiled for size, a comparison with nil copies the stroke.
        guard case .some = liveStroke else { throw .noStrokeInProgress }
        try liveStroke?.append(sample)
        isTailCurrent = false
        if pendingCount >= Self.pendingLimit { trace() }
    }

    /// Adds several samples to the stroke in progress, such as those that a device reports together. It gives the same
    /// result as adding them one by one, but is faster.
    /// - Throws: `.noStrokeInProgress`, or an error of ``Stroke/append(_:)`` for any of the samples. The drawing does
    ///   not change then.
    /// - Complexity: O(samples), amortised.
    @_specialize(where Samples == [StrokePoint])
    public mutating func append<Samples: Sequence<StrokePoint>>(contentsOf samples: Samples) throws(StrokeError) {
        guard let count = liveStroke?.points.count else { throw .noStrokeInProgress }
        try liveStroke?.append(contentsOf: samples)
        guard liveStroke?.points.count != count else { return }
        isTailCurrent = false
        if pendingCount >= Self.pendingLimit { trace() }
    }

    /// Extends the visible ink of the stroke in progress to the expected position of the pen, until the next sample.
    ///
    /// A display shows ink a frame or two after its sample, when the pen has moved on. Call this method once per frame,
    /// before ``takeChanges()``; pass 0 in a frame without new samples. The extension belongs neither to the samples
    /// nor to the finished stroke. See ``StrokePrediction``.
    /// - Parameter seconds: The time after the last sample, at most 0.05. 0.01 to 0.02 are typical.
    /// - Complexity: O(1).
    public mutating func showPrediction(seconds: Double) {
        guard let points = liveStroke?.points,
            let expected = StrokePrediction.sample(after: points, seconds: seconds)
        else {
            if isTailPredicted { isTailCurrent = false }
            return
        }
        trace()
        tracer?.updateTail(toward: expected)
        isTailCurrent = true
        isTailPredicted = true
    }

    /// Finishes the stroke in progress. A stroke without samples is discarded.
    /// - Returns: A Boolean value that indicates whether the drawing changed.
    /// - Throws: `.noStrokeInProgress`.
    @discardableResult
    public mutating func end() throws(StrokeError) -> Bool {
        guard let stroke = liveStroke else { throw .noStrokeInProgress }
        guard !stroke.points.isEmpty else {
            try cancel()
            return false
        }
        if isTailPredicted { isTailCurrent = false }
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

    /// Finishes the stroke in progress where its pen or finger was lifted.
    ///
    /// A lifted device measures no pressure, tilt or azimuth, so the position of the lift is added with the last
    /// sample's measurements. Nothing is added if the position is that of the last sample, or if ``append(_:)`` would
    /// reject it.
    /// - Parameters:
    ///   - position: The position of the lift in points.
    ///   - time: The time of the lift in seconds since the start of the stroke.
    /// - Returns: A Boolean value that indicates whether the drawing changed.
    /// - Throws: `.noStrokeInProgress`.
    @discardableResult
    public mutating func end(liftedAt position: InkPoint, time: Double) throws(StrokeError) -> Bool {
        if let last = liveStroke?.points.last, last.position != position {
            var lift = last
            lift.position = position
            lift.time = time
            do throws(StrokeError) { try append(lift) } catch {}
        }
        return try end()
    }

    /// Discards the stroke in progress, as when the system cancels the touch.
    /// - Throws: `.noStrokeInProgress`.
    public mutating func cancel() throws(StrokeError) {
        guard liveStroke != nil else { throw .noStrokeInProgress }
        takeDirtyRect()
        if let tracer { changes.live = changes.live.union(tracer.outline.bounds) }
        liveStroke = nil
        tracer = nil
    }

    // MARK: Editing

    /// A Boolean value that indicates whether there is a change to undo.
    public var canUndo: Bool { !done.isEmpty }
    /// A Boolean value that indicates whether there is a change to redo. Any other change clears the redo history.
    public var canRedo: Bool { !undone.isEmpty }

    /// Undoes the last change.
    /// - Returns: A Boolean value that indicates whether there was one.
    /// - Throws: `.strokeInProgress`.
    /// - Complexity: O(restored samples).
    @discardableResult
    public mutating func undo() throws(StrokeError) -> Bool {
        guard liveStroke == nil else { throw .strokeInProgress }
        guard let edit = done.popLast() else { return false }
        undone.append(edit)
        replaceLast(edit.added.count, with: edit.removed)
        return true
    }

    /// Redoes the change that was undone last.
    /// - Returns: A Boolean value that indicates whether there was one.
    /// - Throws: `.strokeInProgress`.
    /// - Complexity: O(restored samples).
    @discardableResult
    public mutating func redo() throws(StrokeError) -> Bool {
        guard liveStroke == nil else { throw .strokeInProgress }
        guard let edit = undone.popLast() else { return false }
        done.append(edit)
        replaceLast(edit.removed.count, with: edit.added)
        return true
    }

    /// Removes all strokes as one undoable step.
    /// - Returns: A Boolean value that indicates whether there were any.
    /// - Throws: `.strokeInProgress`.
    @discardableResult
    public mutating func clear() throws(StrokeError) -> Bool {
        guard !strokes.isEmpty || liveStroke != nil else { return false }
        try replaceAll(with: [])
        return true
    }

    /// Replaces all strokes as one undoable step.
    /// - Parameter others: The new strokes.
    /// - Throws: `.strokeInProgress`.
    /// - Complexity: O(samples).
    public mutating func replaceAll(with others: [Stroke]) throws(StrokeError) {
        guard liveStroke == nil else { throw .strokeInProgress }
        done.append(Edit(removed: strokes.map { $0.stroke }, added: others))
        replaceLast(strokes.count, with: others)
        undone.removeAll()
    }

    /// Replaces the strokes and the date with those of `drawing`. Discards the history and any stroke in progress, and
    /// keeps the size of the surface.
    ///
    /// - Complexity: O(samples).
    public mutating func load(_ drawing: Drawing) {
        try? cancel()
        replaceLast(strokes.count, with: drawing.strokes)
        date = drawing.date
        done.removeAll()
        undone.removeAll()
    }

    /// The history stores strokes without outlines, because an outline depends on the accuracy.
    private mutating func replaceLast(_ count: Int, with new: [Stroke]) {
        for inked in strokes.suffix(count) { changes.finished = changes.finished.union(inked.outline.bounds) }
        strokes.removeLast(count)
        for stroke in new {
            let inked = InkedStroke(stroke, after: strokes.last, accuracy: accuracy)
            changes.finished = changes.finished.union(inked.outline.bounds)
            strokes.append(inked)
        }
    }

    // MARK: State

    /// The drawing in its current state, including the stroke in progress.
    public var drawing: Drawing {
        var all: [Stroke] = strokes.map { $0.stroke }
        if let liveStroke, !liveStroke.points.isEmpty { all.append(liveStroke) }
        return Drawing(size: size, strokes: all, date: date)
    }

    /// A Boolean value that indicates whether a stroke is in progress.
    public var isDrawing: Bool { liveStroke != nil }
    /// A Boolean value that indicates whether there is no ink: no finished stroke, and no sample of one in progress.
    public var isEmpty: Bool { strokes.isEmpty && liveStroke?.points.isEmpty ?? true }
    /// The number of strokes, including the one in progress.
    public var strokeCount: Int { strokes.count + (liveStroke == nil ? 0 : 1) }

    /// The number of samples.
    ///
    /// - Complexity: O(strokes).
    public var pointCount: Int {
        strokes.reduce(liveStroke?.points.count ?? 0) { $0 + $1.stroke.points.count }
    }

    /// The brush and outline of the stroke in progress, up to its last sample at the time of the last
    /// ``takeChanges()``, or up to the position that ``showPrediction(seconds:)`` expects.
    public var liveOutline: (brush: Brush, outline: StrokeOutline)? {
        guard let brush = liveStroke?.brush, let outline = tracer?.outline else { return nil }
        return (brush, outline)
    }

    /// Returns the dirty rectangles of all changes since the last call, and resets them.
    ///
    /// - Complexity: O(1), at most one tail.
    public mutating func takeChanges() -> DrawingChanges {
        updateTail()
        takeDirtyRect()
        defer { changes = DrawingChanges() }
        return changes
    }

    /// Recomputes all outlines for another scale.
    /// - Parameter accuracy: The maximum distance in points between an outline and the true curve; see
    ///   ``InkedDrawing/accuracy(scale:)``.
    /// - Complexity: O(samples).
    public mutating func setAccuracy(_ accuracy: Double) {
        guard accuracy != self.accuracy else { return }
        self.accuracy = accuracy
        let old = strokes
        strokes = InkedDrawing(Drawing(size: size, strokes: old.map { $0.stroke }), accuracy: accuracy).strokes
        if let stroke = liveStroke {
            let dotWidth = InkedStroke.dotWidth(of: stroke.brush, after: strokes.last)
            tracer = StrokeTracer(stroke, dotWidth: dotWidth, accuracy: accuracy)
            tracedCount = stroke.points.count
            isTailCurrent = false
        }
        changes.finished = InkRect(
            minX: -Stroke.coordinateLimit, minY: -Stroke.coordinateLimit,
            maxX: Stroke.coordinateLimit, maxY: Stroke.coordinateLimit)
    }

    private mutating func takeDirtyRect() {
        if let dirty = tracer?.takeDirtyRect() { changes.live = changes.live.union(dirty) }
    }

    /// The number of samples that have arrived since ``trace()``.
    private var pendingCount: Int { (liveStroke?.points.count ?? 0) - tracedCount }

    /// Traces the samples that have arrived since the last time.
    private mutating func trace() {
        guard pendingCount > 0, let points = liveStroke?.points else { return }
        tracer?.append(contentsOf: points[tracedCount...])
        tracedCount = points.count
    }

    private mutating func updateTail() {
        guard !isTailCurrent else { return }
        trace()
        tracer?.updateTail()
        isTailPredicted = false
        isTailCurrent = true
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry

/// Converts one stroke from samples to the shape of its ink in one pass: width, curve and edges.
///
/// `Modeler` decides which curve is drawn. Appending costs the same however many samples came before. ``updateTail()``
/// computes the tail, once per frame rather than once per sample.
public struct StrokeTracer<Modeler: StrokeModeler> {
    /// The radius in points around the first sample within which samples make a dot. A line starts with the first
    /// sample beyond.
    public static var tapRadius: Double { 1 }
    /// The minimum distance in points between samples. A sample nearer to the last used one adds time but no shape.
    public static var minimumStep: Double { 0.01 }

    /// The largest number of samples in a block. It bounds the temporary memory, which then stays in the cache.
    private static var blockSize: Int { 256 }

    private let brush: Brush
    private let widthRule: PenWidth.Rule
    private let dotWidth: Double?
    private var modeler: Modeler
    private var nib: StrokeExpander
    private var penWidth: PenWidth?
    private var first: StrokePoint?
    private var last = Point.zero
    private var lastWidth = 0.0
    private var isLine = false
    /// The greatest pressure so far, while the samples make a dot.
    private var pressure: Double?
    /// The length in points of the taper at the start of the line.
    private var landing = 0.0
    /// The length of the line in points, and the integral of its width along it.
    private var length = 0.0
    private var inkArea = 0.0

    /// - Parameters:
    ///   - brush: The brush, which sets the width of the ink.
    ///   - modeler: The modeler that finds the curve, in its initial state.
    ///   - widthRule: The relation of the width to the pen's speed.
    ///   - dotWidth: The width in points of a tap: that of the last line drawn, or `nil` if there was none.
    ///   - accuracy: The maximum distance in points between the edges and the true curve. Above 0.
    public init(
        brush: Brush, modeler: Modeler, widthRule: PenWidth.Rule = .flow, dotWidth: Double? = nil, accuracy: Double
    ) {
        self.brush = brush
        self.widthRule = widthRule
        self.dotWidth = dotWidth
        self.modeler = modeler
        nib = StrokeExpander(accuracy: accuracy)
    }

    /// The outline so far: everything settled, and the tail as of the last ``updateTail()``.
    public var outline: StrokeOutline { nib.outline }

    /// The mean width in points of the line so far, or `nil` while it is a dot.
    public var meanWidth: Double? { length > 0 ? inkArea / length : nil }

    /// Appends a sample as returned by ``Stroke/append(_:)``, and removes the tail.
    @inline(__always) public mutating func append(_ sample: StrokePoint) {
        withUnsafePointer(to: sample) { trace(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// Appends samples as returned by ``Stroke/append(_:)``, and removes the tail. The result is the same as for one by
    /// one, in less time.
    /// Complexity: O(samples).
    public mutating func append(contentsOf samples: some Sequence<StrokePoint>) {
        let isDone: Void? = samples.withContiguousStorageIfAvailable { traceBlocks($0) }
        if isDone == nil { Array(samples).withUnsafeBufferPointer { traceBlocks($0) } }
    }

    @inline(never) private mutating func traceBlocks(_ samples: UnsafeBufferPointer<StrokePoint>) {
        nib.reserve(samples.count)
        var start = 0
        while start < samples.count {
            let end = min(start + Self.blockSize, samples.count)
            trace(UnsafeBufferPointer(rebasing: samples[start..<end]))
            start = end
        }
    }

    /// Traces a block of samples. Each step of the way is a loop over the whole block.
    @inline(never) @_specialize(where Modeler == BuiltInModeler) @_specialize(where Modeler == FairModeler)
    private mutating func trace(_ samples: UnsafeBufferPointer<StrokePoint>) {
        // Each sample adds at most one node, and the first sample of a line adds that of the touch as well.
        withUnsafeTemporaryAllocation(of: TimedNode.self, capacity: samples.count + 1) { nodes in
            var count = 0
            for sample in samples {
                visitNodes(of: sample) { node in
                    nodes.initializeElement(at: count, to: node)
                    count += 1
                }
            }
            guard count > 0 else { return }
            nib.dropTail()
            modeler.append(contentsOf: UnsafeBufferPointer(rebasing: nodes[..<count]), to: &nib)
            nib.expand()
        }
    }

    /// Calls `body` with the nodes that a sample adds: none, its own, or that of the first sample and its own.
    @inline(__always) private mutating func visitNodes(of sample: StrokePoint, _ body: (TimedNode) -> Void) {
        guard let first else {
            self.first = sample
            pressure = sample.pressure
            penWidth = PenWidth(brush: brush, first: sample, rule: widthRule)
            return
        }
        guard let width = penWidth?.width(at: sample) else { return }
        if !isLine {
            guard first.position.distance(to: sample.position) > Self.tapRadius else {
                if let more = sample.pressure { pressure = max(more, pressure ?? 0) }
                return
            }
            begin(at: first, width: width, body)
        }
        let step = last.distance(to: sample.position)
        guard step >= Self.minimumStep else { return }
        length += step
        inkArea += step * width
        last = sample.position
        lastWidth = landing > length ? penWidth?.tapered(width, by: landing - length) ?? width : width
        body(TimedNode(InkNode(sample.position, width: lastWidth), time: sample.time))
    }

    /// Starts the line with the node of the touch. `width` is that of the sample that leaves the dot.
    @inline(never) private mutating func begin(at first: StrokePoint, width: Double, _ body: (TimedNode) -> Void) {
        isLine = true
        last = first.position
        guard let penWidth else { return }
        landing = penWidth.contactDistance
        let start = first.pressure.map { brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * $0 } ?? width
        body(TimedNode(InkNode(first.position, width: penWidth.tapered(start, by: landing)), time: first.time))
    }

    /// Computes the tail: the rest of the line up to the last sample, and the round end.
    /// Complexity: that of the modeler's tail, of at most ``FairModeler/maximumReach`` samples and two more.
    @inline(never) @_specialize(where Modeler == BuiltInModeler) @_specialize(where Modeler == FairModeler)
    public mutating func updateTail() {
        nib.dropTail()
        nib.beginTail()
        if isLine {
            modeler.tail(to: &nib)
            endTail()
        } else if let first, let penWidth {
            let firstPressure = widthRule == .speed ? first.pressure : pressure
            nib.dot(at: first.position, width: penWidth.dotWidth(pressure: firstPressure, after: dotWidth))
        }
    }

    /// Computes a tail that leads on to a sample that is only expected. A dot stays as it is.
    /// Complexity: that of ``updateTail()``.
    mutating func updateTail(toward expected: StrokePoint) {
        guard isLine, last.distance(to: expected.position) >= Self.minimumStep else { return updateTail() }
        nib.dropTail()
        nib.beginTail()
        // What the copy settles is part of the tail here.
        var ahead = modeler
        ahead.append(InkNode(expected.position, width: lastWidth), time: expected.time, to: &nib)
        ahead.tail(to: &nib)
        endTail()
    }

    /// Tapers and closes the line.
    private mutating func endTail() {
        if let penWidth, penWidth.contactDistance > 0 { nib.taper(over: penWidth.contactDistance, penWidth) }
        nib.endCap()
    }

    /// Returns the bounding box in points of everything that changed since the last call.
    mutating func takeDirtyRect() -> Rect { nib.takeDirtyRect() }
}

extension StrokeTracer where Modeler == BuiltInModeler {
    /// Creates a tracer for strokes with `model`; see `init(brush:modeler:dotWidth:accuracy:)`.
    public init(brush: Brush, model: StrokeModel, dotWidth: Double? = nil, accuracy: Double) {
        self.init(
            brush: brush, modeler: BuiltInModeler(model), widthRule: model.widthRule, dotWidth: dotWidth,
            accuracy: accuracy)
    }

    /// Traces a whole stroke. Complexity: O(samples).
    public init(_ stroke: Stroke, dotWidth: Double? = nil, accuracy: Double) {
        self.init(brush: stroke.brush, model: stroke.model, dotWidth: dotWidth, accuracy: accuracy)
        append(contentsOf: stroke.points)
        updateTail()
    }
}

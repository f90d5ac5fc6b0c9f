// SPDX-License-Identifier: MIT
import InkGeometry

/// Converts one stroke from samples to the shape of its ink in one pass: width, curve and edges.
///
/// `Modeler` decides which curve is drawn. Appending costs the same however many samples came before. ``updateTail()``
/// computes the tail, once per frame rather than once per sample.
public struct StrokeTracer<Modeler: StrokeModeler>: Sendable {
    /// The radius in points around the first sample within which samples make a dot. A line starts with the first
    /// sample beyond it.
    public static var tapRadius: Double { NodeCollector.tapRadius }
    /// The minimum distance in points between samples. A sample nearer to the last used one adds time but no shape.
    public static var minimumStep: Double { NodeCollector.minimumStep }

    /// The largest number of samples in a block. It bounds the temporary memory, which then stays in the cache.
    private static var blockSize: Int { 256 }

    private let dotWidth: Double?
    private var collector: NodeCollector
    private var modeler: Modeler
    private var expander: StrokeExpander

    /// Creates a tracer for one stroke.
    /// - Parameters:
    ///   - brush: The brush, which sets the width of the ink.
    ///   - modeler: The modeler that finds the curve, in its initial state.
    ///   - widthRule: The relation of the width to the pen's speed.
    ///   - dotWidth: The width in points of a tap: that of the last line drawn, or `nil` if there was none.
    ///   - accuracy: The maximum distance in points between the edges and the true curve. Above 0.
    public init(
        brush: Brush, modeler: Modeler, widthRule: PenWidth.Rule = .flow, dotWidth: Double? = nil, accuracy: Double
    ) {
        self.dotWidth = dotWidth
        self.modeler = modeler
        collector = NodeCollector(brush: brush, widthRule: widthRule)
        expander = StrokeExpander(accuracy: accuracy)
    }

    /// The outline so far: everything settled, and the tail as of the last ``updateTail()``.
    public var outline: StrokeOutline { expander.outline }

    /// The mean width in points of the line so far, or `nil` while it is a dot.
    public var meanWidth: Double? { collector.meanWidth }

    /// Appends a sample as returned by ``Stroke/append(_:)``, and removes the tail.
    @inline(__always) public mutating func append(_ sample: StrokePoint) {
        withUnsafePointer(to: sample) { trace(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// Appends samples as returned by ``Stroke/append(_:)``, and removes the tail. It gives the same result as
    /// appending them one by one, but is faster.
    ///
    /// - Complexity: O(samples).
    public mutating func append(contentsOf samples: some Sequence<StrokePoint>) {
        let isDone: Void? = samples.withContiguousStorageIfAvailable { traceBlocks($0) }
        if isDone == nil { Array(samples).withUnsafeBufferPointer { traceBlocks($0) } }
    }

    @inline(never) private mutating func traceBlocks(_ samples: UnsafeBufferPointer<StrokePoint>) {
        expander.reserve(samples.count)
        var start = 0
        while start < samples.count {
            let end = min(start + Self.blockSize, samples.count)
            trace(UnsafeBufferPointer(rebasing: samples[start..<end]))
            start = end
        }
    }

    /// Traces a block of samples. Each stage is a loop over the whole block.
    @inline(never) @_specialize(where Modeler == BuiltInModeler) @_specialize(where Modeler == FairModeler)
    private mutating func trace(_ samples: UnsafeBufferPointer<StrokePoint>) {
        // Each sample adds at most one node, and the first sample of a line adds that of the touch as well.
        withUnsafeTemporaryAllocation(of: TimedNode.self, capacity: samples.count + 1) { nodes in
            let count = collector.collect(samples, into: nodes)
            guard count > 0 else { return }
            expander.dropTail()
            modeler.append(contentsOf: UnsafeBufferPointer(rebasing: nodes[..<count]), to: &expander)
            expander.expand()
        }
    }

    /// Computes the tail: the rest of the line up to the last sample, and the round end.
    ///
    /// - Complexity: That of the modeler's tail, which has at most ``FairModeler/maximumReach`` + 2 samples.
    @inline(never) @_specialize(where Modeler == BuiltInModeler) @_specialize(where Modeler == FairModeler)
    public mutating func updateTail() {
        expander.dropTail()
        expander.beginTail()
        if collector.isLine {
            modeler.tail(to: &expander)
            endTail()
        } else if let dot = collector.dot(after: dotWidth) {
            expander.dot(at: dot.position, width: dot.width)
        }
    }

    /// Computes a tail that leads on to a sample that is only expected. A dot stays as it is.
    ///
    /// - Complexity: That of ``updateTail()``.
    mutating func updateTail(toward expected: StrokePoint) {
        guard collector.isLine, collector.last.distance(to: expected.position) >= Self.minimumStep else {
            return updateTail()
        }
        expander.dropTail()
        expander.beginTail()
        // The nodes that the copy settles are part of the tail here.
        var ahead = modeler
        ahead.append(InkNode(expected.position, width: collector.lastWidth), time: expected.time, to: &expander)
        ahead.tail(to: &expander)
        endTail()
    }

    /// Tapers and closes the line.
    private mutating func endTail() {
        if let widths = collector.taper { expander.taper(over: widths.contactDistance, widths) }
        expander.endCap()
    }

    /// Returns the bounding box in points of everything that changed since the last call.
    mutating func takeDirtyRect() -> InkRect { expander.takeDirtyRect() }
}

extension StrokeTracer where Modeler == BuiltInModeler {
    /// Creates a tracer for strokes with `model`; see `init(brush:modeler:widthRule:dotWidth:accuracy:)`.
    public init(brush: Brush, model: StrokeModel, dotWidth: Double? = nil, accuracy: Double) {
        self.init(
            brush: brush, modeler: BuiltInModeler(model), widthRule: model.widthRule, dotWidth: dotWidth,
            accuracy: accuracy)
    }

    /// Traces a whole stroke.
    ///
    /// - Complexity: O(samples).
    public init(_ stroke: Stroke, dotWidth: Double? = nil, accuracy: Double) {
        self.init(brush: stroke.brush, model: stroke.model, dotWidth: dotWidth, accuracy: accuracy)
        append(contentsOf: stroke.points)
        updateTail()
    }
}

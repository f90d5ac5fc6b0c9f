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
    private let dotWidth: Double
    private var modeler: Modeler
    private var nib: StrokeExpander
    private var penWidth: PenWidth?
    private var first: StrokePoint?
    private var last = Point.zero
    private var isLine = false
    /// The length of the line in points, and the integral of its width along it.
    private var length = 0.0
    private var inkArea = 0.0

    /// - Parameters:
    ///   - brush: The brush, which sets the width of the ink.
    ///   - modeler: The modeler that finds the curve, in its initial state.
    ///   - dotWidth: The width in points of a tap: that of the last line drawn, or `nil` if there was none.
    ///   - accuracy: The maximum distance in points between the edges and the true curve. Above 0.
    public init(brush: Brush, modeler: Modeler, dotWidth: Double? = nil, accuracy: Double) {
        self.brush = brush
        self.dotWidth = dotWidth ?? PenWidth.restingWidth(of: brush)
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
    @inline(never) @_specialize(where Modeler == BuiltInModeler)
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
            penWidth = PenWidth(brush: brush, first: sample)
            return
        }
        guard let width = penWidth?.width(at: sample) else { return }
        if !isLine {
            guard first.position.distance(to: sample.position) > Self.tapRadius else { return }
            isLine = true
            last = first.position
            let start = first.pressure == nil ? width : Self.width(first, brush)
            body(TimedNode(InkNode(first.position, width: start), time: first.time))
        }
        let step = last.distance(to: sample.position)
        guard step >= Self.minimumStep else { return }
        length += step
        inkArea += step * width
        last = sample.position
        body(TimedNode(InkNode(sample.position, width: width), time: sample.time))
    }

    /// Computes the tail: the rest of the line up to the last sample, and the round end.
    /// Complexity: that of at most ``SmoothModeler/maximumReach`` samples.
    @inline(never) @_specialize(where Modeler == BuiltInModeler)
    public mutating func updateTail() {
        nib.dropTail()
        nib.beginTail()
        if isLine {
            modeler.tail(to: &nib)
            nib.endCap()
        } else if let first {
            nib.dot(at: first.position, width: dotDiameter(first))
        }
    }

    /// Returns the bounding box in points of everything that changed since the last call.
    mutating func takeDirtyRect() -> Rect { nib.takeDirtyRect() }

    private func dotDiameter(_ first: StrokePoint) -> Double {
        first.pressure == nil ? dotWidth : Self.width(first, brush)
    }

    /// Returns the width of a sample with pressure.
    private static func width(_ sample: StrokePoint, _ brush: Brush) -> Double {
        brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * (sample.pressure ?? 0)
    }
}

extension StrokeTracer where Modeler == BuiltInModeler {
    /// Creates a tracer for strokes with `model`; see ``init(brush:modeler:dotWidth:accuracy:)``.
    public init(brush: Brush, model: StrokeModel, dotWidth: Double? = nil, accuracy: Double) {
        self.init(brush: brush, modeler: BuiltInModeler(model), dotWidth: dotWidth, accuracy: accuracy)
    }

    /// Traces a whole stroke. Complexity: O(samples).
    public init(_ stroke: Stroke, dotWidth: Double? = nil, accuracy: Double) {
        self.init(brush: stroke.brush, model: stroke.model, dotWidth: dotWidth, accuracy: accuracy)
        append(contentsOf: stroke.points)
        updateTail()
    }
}

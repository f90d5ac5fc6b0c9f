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
    @inline(never) @_specialize(where Modeler == BuiltInModeler)
    public mutating func append(_ sample: StrokePoint) {
        guard let first else {
            self.first = sample
            penWidth = PenWidth(brush: brush, first: sample)
            return
        }
        guard let width = penWidth?.width(at: sample) else { return }
        if !isLine {
            guard first.position.distance(to: sample.position) > Self.tapRadius else { return }
            beginLine(at: first, width: first.pressure == nil ? width : nil)
        }
        let step = last.distance(to: sample.position)
        guard step >= Self.minimumStep else { return }
        length += step
        inkArea += step * width
        add(InkNode(sample.position, width: width), time: sample.time)
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
    mutating func takeDirtyRect() -> Rect { nib.outline.takeDirtyRect() }

    private mutating func beginLine(at first: StrokePoint, width: Double?) {
        isLine = true
        let start = width ?? brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * (first.pressure ?? 0)
        add(InkNode(first.position, width: start), time: first.time)
    }

    private mutating func add(_ node: InkNode, time: Double) {
        nib.dropTail()
        last = node.position
        modeler.append(node, time: time, to: &nib)
    }

    private func dotDiameter(_ first: StrokePoint) -> Double {
        guard let pressure = first.pressure else { return dotWidth }
        return brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * pressure
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
        for point in stroke.points { append(point) }
        updateTail()
    }
}

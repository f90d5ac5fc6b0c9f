// SPDX-License-Identifier: MIT
import InkGeometry

/// Follows one stroke from its samples to the shape of its ink: width, curve and edges, in one pass.
///
/// `Modeler` decides which curve is drawn. Appending costs the same however many samples came before; the tail is worked
/// out by ``updateTail()``, once a frame rather than once a sample.
public struct StrokeTracer<Modeler: StrokeModeler> {
    /// Samples within this many points of the first make a dot; a line begins with the first one beyond.
    public static var tapRadius: Double { 1 }
    /// A sample nearer than this to the last one used adds time but no shape, in points.
    public static var minimumStep: Double { 0.01 }

    private let brush: Brush
    private let dotWidth: Double
    private var modeler: Modeler
    private var nib: Nib
    private var penWidth: PenWidth?
    private var first: StrokePoint?
    private var last = Point.zero
    private var isLine = false
    /// The line's length in points, and the integral of its width along it.
    private var length = 0.0
    private var inkArea = 0.0

    /// - Parameters:
    ///   - brush: how wide the ink is.
    ///   - modeler: finds the curve; at the beginning of a stroke.
    ///   - dotWidth: the width in points of a tap, that of the last line drawn; `nil` where there was none.
    ///   - accuracy: how far in points the edges may be from the true curve; above 0.
    public init(brush: Brush, modeler: Modeler, dotWidth: Double? = nil, accuracy: Double) {
        self.brush = brush
        self.dotWidth = dotWidth ?? PenWidth.restingWidth(of: brush)
        self.modeler = modeler
        nib = Nib(accuracy: accuracy)
    }

    /// What has been traced: everything settled, and the tail as of the last ``updateTail()``.
    public var outline: StrokeOutline { nib.outline }

    /// The mean width in points of the line so far; `nil` while it is a dot.
    public var meanWidth: Double? { length > 0 ? inkArea / length : nil }

    /// Takes the next sample as ``Stroke/append(_:)`` returned it, and drops the tail.
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

    /// Works out the tail: the rest of the way to the last sample, and the round end.
    /// Complexity: that of ``SmoothModeler/maximumReach`` samples at most.
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

    /// The box around everything that changed since this was last asked, in points.
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
    /// A tracer for strokes drawn with `model`; see ``init(brush:modeler:dotWidth:accuracy:)``.
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

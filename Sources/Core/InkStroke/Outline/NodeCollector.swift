// SPDX-License-Identifier: MIT
import InkGeometry

/// Converts the samples of a stroke to nodes: sets their widths, and omits samples that add no shape.
///
/// It depends on no modeler, so it is compiled once for all of them.
struct NodeCollector {
    /// The values of ``StrokeTracer/tapRadius`` and ``StrokeTracer/minimumStep``.
    static var tapRadius: Double { 1 }
    static var minimumStep: Double { 0.01 }

    private let brush: Brush
    private let widthRule: PenWidth.Rule
    private var penWidth: PenWidth
    /// The first sample, if `hasSample`.
    private var first = StrokePoint(.zero, time: 0)
    private var hasSample = false
    /// A Boolean value that indicates whether a sample has left the dot.
    private(set) var isLine = false
    /// The greatest pressure so far, while the samples make a dot.
    private var pressure: Double?
    /// The position of the previous sample, and that of the last node.
    private var previous = InkPoint.zero
    private(set) var last = InkPoint.zero
    /// The width of the last node.
    private(set) var lastWidth = 0.0
    /// The length in points of the taper at the start of the line.
    private var landing = 0.0
    /// The length of the line in points, and the integral of its width along it.
    private var length = 0.0
    private var inkArea = 0.0

    init(brush: Brush, widthRule: PenWidth.Rule) {
        self.brush = brush
        self.widthRule = widthRule
        penWidth = PenWidth(brush: brush, first: first, rule: widthRule)
    }

    /// The mean width in points of the line so far, or `nil` while it is a dot.
    var meanWidth: Double? { length > 0 ? inkArea / length : nil }

    /// The widths of the line, or `nil` if it does not taper where the pen lifts.
    var taper: PenWidth? { penWidth.contactDistance > 0 ? penWidth : nil }

    /// Returns the dot that the samples make, or `nil` if there are none or they make a line.
    /// - Parameter lineWidth: The mean width of the last line, or `nil` if there was none.
    func dot(after lineWidth: Double?) -> InkNode? {
        guard hasSample && !isLine else { return nil }
        let pressure = widthRule == .speed ? first.pressure : pressure
        return InkNode(first.position, width: penWidth.dotWidth(pressure: pressure, after: lineWidth))
    }

    /// Writes the nodes that samples add: at most one for each, and one more for the touch of a line that starts.
    /// - Parameter nodes: Memory without values, for one node more than there are samples.
    /// - Returns: The number of nodes.
    @inline(never) mutating func collect(
        _ samples: UnsafeBufferPointer<StrokePoint>, into nodes: UnsafeMutableBufferPointer<TimedNode>
    ) -> Int {
        var next = 0
        var count = 0
        if !isLine {
            (next, count) = collectDot(samples, into: nodes)
            guard isLine else { return 0 }
        }
        // A copy stays in registers.
        var line = self
        while next < samples.count {
            let sample = samples[next]
            next += 1
            let moved = line.previous.distance(to: sample.position)
            let width = line.penWidth.width(at: sample, distance: moved)
            let step = line.previous == line.last ? moved : line.last.distance(to: sample.position)
            line.previous = sample.position
            guard step >= Self.minimumStep else { continue }
            nodes.initializeElement(at: count, to: line.node(sample, width: width, step: step))
            count += 1
        }
        self = line
        return count
    }

    /// Takes samples up to the first that leaves the dot.
    /// - Returns: The number of samples taken, and of nodes: 0 for a dot, 2 with the line's first.
    @inline(never) private mutating func collectDot(
        _ samples: UnsafeBufferPointer<StrokePoint>, into nodes: UnsafeMutableBufferPointer<TimedNode>
    ) -> (Int, Int) {
        for (index, sample) in samples.enumerated() {
            guard hasSample else {
                begin(sample)
                continue
            }
            let width = penWidth.width(at: sample, distance: previous.distance(to: sample.position))
            previous = sample.position
            let step = first.position.distance(to: sample.position)
            guard step > Self.tapRadius else {
                if let more = sample.pressure { pressure = max(more, pressure ?? 0) }
                continue
            }
            nodes.initializeElement(at: 0, to: touch(width: width))
            nodes.initializeElement(at: 1, to: node(sample, width: width, step: step))
            return (index + 1, 2)
        }
        return (samples.count, 0)
    }

    private mutating func begin(_ sample: StrokePoint) {
        first = sample
        hasSample = true
        pressure = sample.pressure
        previous = sample.position
        penWidth = PenWidth(brush: brush, first: sample, rule: widthRule)
    }

    /// Starts the line and returns the node of the touch. `width` is that of the sample that leaves the dot.
    private mutating func touch(width: Double) -> TimedNode {
        isLine = true
        last = first.position
        landing = penWidth.contactDistance
        let start = first.pressure.map { brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * $0 } ?? width
        return TimedNode(InkNode(first.position, width: penWidth.tapered(start, by: landing)), time: first.time)
    }

    /// Returns the node of a sample that is `step` points away from the last node.
    @inline(__always)
    private mutating func node(_ sample: StrokePoint, width: Double, step: Double) -> TimedNode {
        length += step
        inkArea += step * width
        last = sample.position
        lastWidth = landing > length ? penWidth.tapered(width, by: landing - length) : width
        return TimedNode(InkNode(sample.position, width: lastWidth), time: sample.time)
    }
}

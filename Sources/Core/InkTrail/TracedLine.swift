// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A finger's line and the rim around it, as ``LineTrail`` shows them.
struct TracedLine {
    let finger: UInt32
    private var line: StrokeTracer<FairModeler>
    private var rim: StrokeTracer<FairModeler>
    /// The time of the touch, and the time from there to the last report.
    private let start: Double
    private var age = 0.0
    private(set) var sampleCount = 0
    private var isTailCurrent = false
    /// The time at which the finger lifted, or infinity while it draws.
    var lifted = Double.infinity

    init(_ finger: UInt32, at position: InkPoint, time: Double, _ parameters: LineTrail.Parameters) {
        self.finger = finger
        line = Self.tracer(parameters.width, parameters.accuracy)
        rim = Self.tracer(parameters.width + 2 * parameters.rim, parameters.accuracy)
        start = time
        append(position, time: time)
    }

    private static func tracer(_ width: Double, _ accuracy: Double) -> StrokeTracer<FairModeler> {
        StrokeTracer(
            brush: Brush(minimumWidth: width, maximumWidth: width), modeler: FairModeler(), accuracy: accuracy)
    }

    mutating func append(_ position: InkPoint, time: Double) {
        age = max(age, time - start)
        let sample = StrokePoint(position, time: age)
        line.append(sample)
        rim.append(sample)
        sampleCount += 1
        isTailCurrent = false
    }

    /// Updates the outlines to the last sample.
    mutating func updateTail() {
        guard !isTailCurrent else { return }
        line.updateTail()
        rim.updateTail()
        isTailCurrent = true
    }

    func visit(opacity: Double, _ parameters: LineTrail.Parameters, _ body: (TrailInk) -> Void) {
        body(TrailInk(outline: rim.outline, color: parameters.rimColor.faded(to: opacity)))
        body(TrailInk(outline: line.outline, color: parameters.color.faded(to: opacity)))
    }
}

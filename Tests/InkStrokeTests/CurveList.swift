// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A sink that stores the segments of a centreline.
struct CurveList: CurveSink {
    var curves: [CubicCurve] = []
    var widths: [(start: Double, end: Double)] = []

    mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) {
        curves.append(curve)
        widths.append((startWidth, endWidth))
    }

    /// Creates the whole centreline, tail included, of a model. Like a tracer it leaves out samples that have not
    /// moved.
    init(_ model: StrokeModel, _ samples: [StrokePoint]) {
        var modeler = BuiltInModeler(model)
        var last: InkPoint?
        for sample in samples {
            if let last, last.distance(to: sample.position) < 0.01 { continue }
            last = sample.position
            modeler.append(InkNode(sample.position, width: 2), time: sample.time, to: &self)
        }
        modeler.tail(to: &self)
    }

    init() {}
}

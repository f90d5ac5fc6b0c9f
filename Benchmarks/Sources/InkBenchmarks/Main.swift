// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport

/// Measures the engine against Cairo in one run and checks the promised ratios.
///
/// Absolute times apply to this machine. Only the ratios and their limits are meaningful elsewhere.
@main enum Main {
    static func main() throws {
        // Benchmarks/instructions.py counts the instructions of one workload at a time.
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--workloads" {
            for workload in Workload.allCases { print(workload.rawValue) }
            return
        }
        if arguments.first == "--serve" {
            let pairs = arguments.dropFirst().compactMap { argument -> (String, String)? in
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
            var server = try BenchmarkServer(recorded: Dictionary(uniqueKeysWithValues: pairs))
            try server.run()
            return
        }
        if arguments.first == "--workload", arguments.count == 3, let count = Int(arguments[3]) {
            try Workload(rawValue: arguments[2])?.run(count)
            return
        }
        var hand = SyntheticHand(seed: 1, size: InkSize(width: 600, height: 200))
        let long = hand.samples(10_000, rate: 240, noise: 0.1)
        let signature = hand.samples(1_000, rate: 120, noise: 0.1)
        let accuracy = InkedDrawing.accuracy(scale: 1)

        report("modeler alone: a point", ns: modelerAlone(long), "ns")
        for model in StrokeModel.allCases {
            report("modeler, width, outline: a point, \(model)", ns: perPoint(long, model, accuracy: accuracy), "ns")
            let edited = edited(long, model, accuracy: accuracy)
            report("  the same, sample by sample through the editor", ns: edited, "ns")
        }
        report("strip of triangles: a point", ns: strip(long, accuracy), "ns")
        let early = try live(end: 1_000)
        let late = try live(end: 10_000)
        report("one point, painted: the 1,000th", ns: early / 1e3, "µs")
        report("one point, painted: the 10,000th", ns: late / 1e3, "µs")

        guard let stroke = try? Stroke(signature) else { return }
        let drawing = Drawing(size: InkSize(width: 600, height: 200), strokes: [stroke])
        let inked = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: 3))
        let rendering = Rendering(scale: 3)
        let ours = Stopwatch.median { _ = try? rendering.bitmap(inked) }
        let cairo = CairoFill(width: 1800, height: 600, scale: 3)
        let best = Stopwatch.median { cairo.run(inked) }
        cairo.setQuality(isBest: false)
        let usual = Stopwatch.median { cairo.run(inked) }
        report("1,000-point signature into 1800 × 600: InkLock", ns: ours / 1e3, "µs")
        report("  the same outline: Cairo, best quality", ns: best / 1e3, "µs")
        report("  the same outline: Cairo, default quality", ns: usual / 1e3, "µs")
        report("gesture of 1,000 points: raster", ns: GestureTimes.raster(signature) / 1e3, "µs")
        report("  compared with itself by the rule of squares", ns: GestureTimes.comparison(signature) / 1e3, "µs")
        report("  the same with five fingers", ns: GestureTimes.comparison(signature, fingers: 5) / 1e3, "µs")
        let bytes = GestureTimes.bytes(signature)
        report("  to bytes", ns: bytes.encoding / 1e3, "µs")
        report("  from bytes", ns: bytes.decoding / 1e3, "µs")

        let burning = TrailTimes.particleCount(signature)
        report("fire of \(burning) particles: a particle and frame", ns: TrailTimes.frame(signature), "ns")
        report("  a point of the way", ns: TrailTimes.birth(), "ns")

        QualityTable.print()
        let isHeld = check("10,000th point to 1,000th", late / early, limit: 1.5)
        let isFast = check("InkLock to Cairo", ours / min(best, usual), limit: 1.0)
        if !(isHeld && isFast) { exit(1) }
    }

    private static func perPoint(_ points: [StrokePoint], _ model: StrokeModel, accuracy: Double) -> Double {
        Stopwatch.median {
            var tracer = StrokeTracer(brush: .pen, model: model, accuracy: accuracy)
            tracer.append(contentsOf: points)
            tracer.updateTail()
        } / Double(points.count)
    }

    private static func edited(_ points: [StrokePoint], _ model: StrokeModel, accuracy: Double) -> Double {
        Stopwatch.median {
            var editor = DrawingEditor(size: InkSize(width: 600, height: 200), accuracy: accuracy)
            try? editor.begin(brush: .pen, model: model)
            for point in points { try? editor.append(point) }
            _ = try? editor.end()
        } / Double(points.count)
    }

    /// A sink that keeps only the last point of each curve, so that the modeler's own time is measured.
    private struct LastPoint: CurveSink {
        var point = InkPoint.zero

        mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) { point = curve.end }
    }

    private static func modelerAlone(_ points: [StrokePoint]) -> Double {
        var last = LastPoint()
        return Stopwatch.median {
            var modeler = FairModeler()
            for point in points {
                modeler.append(InkNode(point.position, width: 2), time: point.time, to: &last)
            }
            modeler.tail(to: &last)
        } / Double(points.count)
    }

    private static func strip(_ points: [StrokePoint], _ accuracy: Double) -> Double {
        guard let stroke = try? Stroke(points) else { return 0 }
        let tracer = StrokeTracer(stroke, accuracy: accuracy)
        return Stopwatch.median {
            var coordinates: [Float] = []
            tracer.outline.appendStrip(to: &coordinates)
        } / Double(points.count)
    }

    /// Returns the mean time from a sample to pixels, of the hundred before the `end`th: the median of seven runs.
    private static func live(end: Int) throws -> Double {
        let means = try (0..<7).map { _ in try LiveTimes.times(end: end, count: 100).reduce(0, +) / 100 }
        return means.sorted()[3]
    }

    private static func check(_ name: String, _ ratio: Double, limit: Double) -> Bool {
        print("\(format(ratio)) ratio\t\(name), at most \(format(limit))")
        return ratio <= limit
    }

    private static func report(_ name: String, ns value: Double, _ unit: String) {
        print("\(format(value)) \(unit)\t\(name)")
    }

    private static func format(_ value: Double, digits: Int = 2) -> String {
        String(format: "%.\(digits)f", value)
    }
}

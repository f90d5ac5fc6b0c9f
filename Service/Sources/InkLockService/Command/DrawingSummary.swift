// SPDX-License-Identifier: MIT
import CodeNames
import InkEvidence
import InkFiles
import InkGeometry
import InkStroke

/// Statistics of a drawing that do not reveal its shape: they contain no sample positions.
struct DrawingSummary: Encodable, Hashable, Sendable {
    /// A box in points, with the origin at the top left.
    struct Box: Encodable, Hashable, Sendable {
        let x, y, width, height: Double
    }

    /// The drawing's name in the file, or `nil`.
    let name: String?
    /// The width of the surface in points.
    let width: Double
    let height: Double
    let strokes: Int
    let points: Int
    /// The time from the first sample to the last, with the pauses between strokes, or `nil` without times.
    let durationSeconds: Double?
    /// The bounds of all samples, or `nil` for an empty drawing.
    let bounds: Box?
    /// The median sampling rate within strokes, or `nil` without times, or if they are too close for a finite rate.
    let samplingHertz: Double?
    /// Reasons for unexpected rendering or measurements, one sentence each.
    let warnings: [String]
    /// The codes of the flaws that lower the drawing's value as a signature; see `SignatureFlaw`.
    let flaws: [String]

    /// The sampling rate below which fast curves have too few samples to follow the hand.
    static let slowSamplingHertz = 30.0

    /// - Complexity: O(n log n) in the number of samples.
    init(_ named: NamedDrawing) {
        let drawing = named.drawing
        name = named.name
        width = drawing.size.width
        height = drawing.size.height
        strokes = drawing.strokes.count
        points = drawing.pointCount
        bounds = drawing.sampleBounds.isEmpty ? nil : Box(drawing.sampleBounds)

        let intervals = drawing.strokes.flatMap(Self.intervals).sorted()
        let hertz = intervals.isEmpty ? .infinity : 1 / intervals[intervals.count / 2]
        samplingHertz = hertz.isFinite ? hertz : nil
        durationSeconds = intervals.isEmpty ? nil : Self.duration(of: drawing)
        flaws = SignatureQuality().flaws(of: drawing, samplesPerSecond: samplingHertz).map { CodeName.of($0) }
        warnings = named.warnings + Self.warnings(about: drawing, samplingHertz: samplingHertz)
    }

    /// Returns the positive intervals in seconds between consecutive samples.
    private static func intervals(of stroke: Stroke) -> [Double] {
        zip(stroke.points, stroke.points.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }
    }

    private static func duration(of drawing: Drawing) -> Double {
        let begins = drawing.strokes.compactMap { stroke in stroke.points.first.map { stroke.start + $0.time } }
        let ends = drawing.strokes.compactMap { stroke in stroke.points.last.map { stroke.start + $0.time } }
        return (ends.max() ?? 0) - (begins.min() ?? 0)
    }

    private static func warnings(about drawing: Drawing, samplingHertz: Double?) -> [String] {
        var warnings: [String] = []
        if drawing.pointCount == 0 { return ["There is nothing in the drawing."] }
        if !drawing.size.hasArea { warnings.append("The surface has no area, so that nothing can be rendered.") }

        let strokes = drawing.strokes
        func warn(_ count: Int, _ what: String) {
            if count > 0 { warnings.append("\(count) of \(strokes.count) strokes \(what).") }
        }
        warn(strokes.count { $0.points.isEmpty }, "have no points")
        warn(
            strokes.count { $0.points.count > 1 && $0.duration == 0 },
            "have no times, so that their width cannot follow speed")
        let surface = InkRect(drawing.size)
        warn(strokes.count { !$0.points.isEmpty && surface.union($0.sampleBounds) != surface }, "leave the surface")
        if let samplingHertz, samplingHertz < slowSamplingHertz {
            warnings.append("The sampling is too slow for curves drawn fast.")
        }
        return warnings
    }
}

extension DrawingSummary.Box {
    fileprivate init(_ rect: InkRect) {
        self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }
}

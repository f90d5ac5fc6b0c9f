// SPDX-License-Identifier: MIT
import InkFiles
import InkGeometry
import InkStroke

/// What can be said about a drawing without giving it away: no sample's place is in it.
struct DrawingSummary: Encodable, Hashable, Sendable {
    /// A box in points, origin top left.
    struct Box: Encodable, Hashable, Sendable {
        let x, y, width, height: Double
    }

    /// What the file calls the drawing, if anything.
    let name: String?
    /// The surface's size in points.
    let width: Double
    let height: Double
    let strokes: Int
    let points: Int
    /// From the first sample to the last, pauses between strokes included; `nil` where no times are recorded.
    let durationSeconds: Double?
    /// Around all samples; `nil` for an empty drawing.
    let bounds: Box?
    /// The median over all samples that have a later one in their stroke; `nil` where no times are recorded.
    let samplingHertz: Double?
    /// What may make the drawing look or measure other than expected, a sentence each.
    let warnings: [String]

    /// Below this rate fast curves are too thinly sampled to follow the hand.
    static let slowSamplingHertz = 30.0

    /// Complexity: O(n log n) for n samples.
    init(_ named: NamedDrawing) {
        let drawing = named.drawing
        name = named.name
        width = drawing.size.width
        height = drawing.size.height
        strokes = drawing.strokes.count
        points = drawing.pointCount
        bounds = drawing.sampleBounds.isEmpty ? nil : Box(drawing.sampleBounds)

        let intervals = drawing.strokes.flatMap(Self.intervals).sorted()
        samplingHertz = intervals.isEmpty ? nil : 1 / intervals[intervals.count / 2]
        durationSeconds = intervals.isEmpty ? nil : Self.duration(of: drawing)
        warnings = named.warnings + Self.warnings(about: drawing, samplingHertz: samplingHertz)
    }

    /// The times in seconds between samples that follow one another, where time went on.
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
        let surface = Rect(drawing.size)
        warn(strokes.count { !$0.points.isEmpty && surface.union($0.sampleBounds) != surface }, "leave the surface")
        if let samplingHertz, samplingHertz < slowSamplingHertz {
            warnings.append("The sampling is too slow for curves drawn fast.")
        }
        return warnings
    }
}

extension DrawingSummary.Box {
    fileprivate init(_ rect: Rect) {
        self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }
}

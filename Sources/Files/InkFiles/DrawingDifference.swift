// SPDX-License-Identifier: MIT
import InkStroke

/// The parts of a drawing that writing and reading lost, and those that were rounded.
struct DrawingDifference {
    enum Aspect: String, CaseIterable {
        case name, size, date
        case empties = "strokes without samples"
        case tips, models, colours, widths, seeds, positions, times, pressures, tilts, azimuths
    }

    /// The maximum difference that is an error of floating-point arithmetic rather than a loss.
    private static let exactness = 1e-9
    /// The maximum difference of a rounded value, in points, seconds, radians or fractions.
    private static let coarsestStep = 0.05

    var lost: Set<Aspect> = []
    private(set) var rounded: Set<Aspect> = []

    /// - Complexity: O(samples).
    mutating func compare(_ drawing: Drawing, with read: Drawing) {
        note(.size, drawing.size.width, read.size.width)
        note(.size, drawing.size.height, read.size.height)
        note(.date, drawing.date, read.date)
        let strokes =
            drawing.strokes.count == read.strokes.count
            ? drawing.strokes : drawing.strokes.filter { !$0.points.isEmpty }
        if strokes.count != drawing.strokes.count { lost.insert(.empties) }
        for (stroke, other) in zip(strokes, read.strokes) { compare(stroke, with: other) }
    }

    /// Sentences about the lost parts and the rounded parts; empty if there are none.
    var sentences: [String] {
        var sentences: [String] = []
        if !lost.isEmpty { sentences.append("The format does not keep this drawing's \(Self.list(lost)).") }
        let rounded = rounded.subtracting(lost)
        if !rounded.isEmpty { sentences.append("The format rounds this drawing's \(Self.list(rounded)).") }
        return sentences
    }

    private mutating func compare(_ stroke: Stroke, with read: Stroke) {
        if stroke.brush.tip != read.brush.tip { lost.insert(.tips) }
        if stroke.model != read.model { lost.insert(.models) }
        if stroke.brush.color != read.brush.color { lost.insert(.colours) }
        if stroke.brush.seed != read.brush.seed { lost.insert(.seeds) }
        note(.widths, stroke.brush.minimumWidth, read.brush.minimumWidth)
        note(.widths, stroke.brush.maximumWidth, read.brush.maximumWidth)
        let first = stroke.points.first?.time ?? 0
        let readFirst = read.points.first?.time ?? 0
        note(.times, stroke.start + first, read.start + readFirst)
        for (point, other) in zip(stroke.points, read.points) {
            note(.positions, point.position.x, other.position.x)
            note(.positions, point.position.y, other.position.y)
            note(.times, point.time - first, other.time - readFirst)
            note(.pressures, point.pressure, other.pressure)
            note(.tilts, point.tilt, other.tilt)
            note(.azimuths, point.azimuth, other.azimuth)
        }
    }

    private mutating func note(_ aspect: Aspect, _ a: Double?, _ b: Double?) {
        guard let a, let b else {
            if (a == nil) != (b == nil) { lost.insert(aspect) }
            return
        }
        let difference = abs(a - b)
        guard !(difference <= max(Self.exactness, abs(a) * 1e-15)) else { return }
        if difference <= Self.coarsestStep { rounded.insert(aspect) } else { lost.insert(aspect) }
    }

    private static func list(_ aspects: Set<Aspect>) -> String {
        let words = Aspect.allCases.filter(aspects.contains).map(\.rawValue)
        guard words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}

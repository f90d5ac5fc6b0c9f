// SPDX-License-Identifier: MIT

/// A template prepared for comparisons by ``TrainedVerifier``. It is as secret as the template.
///
/// Preparing a template of three drawings takes about as long as two comparisons. A prepared template may be kept in
/// memory for several attempts.
public struct TrainedTemplate: Sendable {
    /// The whole drawings, then their figures if there are several, and the same number in each drawing. Empty for a
    /// template that cannot be compared.
    private(set) var figures: [FigureTemplate] = []
    /// The ``PictureGesture/fixedKinds`` of each drawing, then the number of its figures that consist of taps.
    private(set) var fixedKinds: [[Int]] = []

    /// The maximum number of figures that are compared one by one. Drawings of more figures are compared as a whole.
    static var maximumFigures: Int { 12 }

    /// The maximum number of enrolled drawings. Drawings beyond it are not compared.
    static var maximumSamples: Int { 16 }

    /// Prepares a template.
    /// - Complexity: O(points + samples²), for at most 16 samples.
    public init(_ template: GestureTemplate) {
        var comparison = TraceComparison()
        self.init(template, &comparison)
    }

    @inline(never) init(_ template: GestureTemplate, _ comparison: inout TraceComparison) {
        var drawings: [StrokeList] = []
        for sample in template.samples.prefix(Self.maximumSamples) {
            let drawing = StrokeList(sample)
            guard !drawing.strokes.isEmpty && sample.hasAllowedFingerCounts else { return }
            drawings.append(drawing)
            fixedKinds.append(sample.fixedKinds + [drawing.tapFigureCount])
        }
        figures.append(FigureTemplate(drawings, &comparison))
        var ends: [[Int]] = []
        for drawing in drawings {
            ends.append(drawing.figureEnds)
            guard ends[ends.count - 1].count == ends[0].count else { return }
        }
        guard 2...Self.maximumFigures ~= ends[0].count else { return }
        for figure in ends[0].indices {
            var parts: [StrokeList] = []
            for (i, drawing) in drawings.enumerated() { parts.append(drawing.figure(figure, ends[i])) }
            figures.append(FigureTemplate(parts, &comparison))
        }
    }
}

extension PictureGesture {
    /// The codes of the multi-taps and of an app's own kinds of parts, once for each finger, in order. They must
    /// match exactly.
    var fixedKinds: [Int] {
        var kinds: [Int] = []
        for part in parts {
            switch part.kind {
            case .path, .tap(count: 1): continue
            case .tap, .other: for _ in part.fingers { kinds.append(Int(part.kind.code)) }
            }
        }
        return kinds
    }

    /// The number of parts that are taps.
    var tapCount: Int { parts.count { $0.isTap } }

    /// A Boolean value that indicates whether no part has more fingers than a hand.
    var hasAllowedFingerCounts: Bool { !parts.contains { $0.fingers.count > GesturePart.maximumFingerCount } }
}

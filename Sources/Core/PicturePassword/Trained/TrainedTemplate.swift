// SPDX-License-Identifier: MIT

/// A template prepared for comparisons by ``TrainedVerifier``. It is as secret as the template.
///
/// Preparing takes about as long as two comparisons of a template of three drawings. It may be kept in memory for
/// several attempts.
public struct TrainedTemplate {
    let whole: FigureTemplate?
    /// The figures of the drawings if there are several, and the same number in each drawing.
    let figures: [FigureTemplate]
    /// The codes of an app's own kinds of parts, in order.
    let ownKinds: [UInt16]
    let sampleCount: Int

    /// Prepares a template.
    /// - Complexity: O(points + samples²).
    public init(_ template: GestureTemplate) {
        var comparison = TraceComparison()
        self.init(template, &comparison)
    }

    @inline(never) init(_ template: GestureTemplate, _ comparison: inout TraceComparison) {
        let drawings = template.samples.map { StrokeList($0) }
        ownKinds = template.model.ownKinds
        sampleCount = drawings.count
        let isComparable =
            !drawings.contains { $0.strokes.isEmpty } && !template.samples.contains { !$0.hasHandsOfFive }
        guard isComparable else {
            (whole, figures) = (nil, [])
            return
        }
        whole = FigureTemplate(drawings, &comparison)
        let divided = drawings.map { $0.figures }
        let count = divided[0].count
        guard count > 1 && !divided.contains(where: { $0.count != count }) else {
            figures = []
            return
        }
        var figures: [FigureTemplate] = []
        for i in 0..<count { figures.append(FigureTemplate(divided.map { $0[i] }, &comparison)) }
        self.figures = figures
    }
}

extension PictureGesture {
    /// The numbers of the parts of an app's own kinds, in order.
    var ownKinds: [UInt16] {
        var kinds: [UInt16] = []
        for part in parts { if case .other(let kind) = part.kind { kinds.append(kind) } }
        return kinds
    }

    /// A Boolean value that indicates whether no part has more fingers than a hand.
    var hasHandsOfFive: Bool { !parts.contains { $0.fingers.count > GesturePart.maximumFingerCount } }
}

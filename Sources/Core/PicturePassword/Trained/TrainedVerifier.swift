// SPDX-License-Identifier: MIT

/// The verifier that screens, locks and the service use by default.
public typealias DefaultVerifier = TrainedVerifier

/// InkLock's own verifier of drawings, with error rates measured on people whose drawings did not shape it.
///
/// It compares an attempt with each enrolled drawing by position, shape, direction, speed, length, duration and
/// strokes, relative to how much the enrolled drawings differ among themselves. A logistic regression turns the
/// differences into evidence for the owner. Position, size, rotation, and the order and direction of strokes all count.
/// A drawing whose figures lie apart is judged by the mean evidence of its figures, none of which may be far off. Taps
/// are judged by their places. The numbers of multi-taps, and of taps apart from other strokes, must equal those of one
/// of the enrolled drawings. A tap where none is enrolled counts against the attempt.
///
/// The arithmetic is single precision with a fixed order and `ElementaryFunctions`, so that every machine reaches
/// the same verdict. docs/design/picture-password.md has the error rates.
public struct TrainedVerifier: GestureVerifier, Hashable, Sendable {
    /// The promised false match rate for a drawing of one figure, against other people's drawings of something else. It
    /// is lower for drawings of several figures, and higher for people who know what the owner draws.
    public enum Strictness: UInt8, Hashable, Sendable, CaseIterable {
        /// One impostor's drawing in 10,000.
        case strict
        /// One impostor's drawing in 1,000. The default.
        case balanced
        /// One impostor's drawing in 100.
        case lenient

        /// The promised false match rate.
        public var falseMatchRate: Double {
            switch self {
            case .strict: 0.0001
            case .balanced: 0.001
            case .lenient: 0.01
            }
        }
    }

    /// The promised false match rate of templates of three or more drawings. With fewer drawings, more genuine attempts
    /// are rejected.
    public var strictness: Strictness

    /// Creates a verifier.
    public init(_ strictness: Strictness = .balanced) { self.strictness = strictness }

    public var kind: VerifierKind { .trained }
    /// The minimum score of an accepted attempt. Scores are between 0 and 2.
    public var threshold: Double { 1 }

    /// The maximum evidence of one figure that counts for the whole drawing.
    private static var maximumEvidence: Float { 2 }
    /// The most by which the whole drawing may be judged better than its worst figure.
    private static var leniency: Float { 4 }
    /// The evidence against an attempt with an accidental tap.
    private static var tapPenalty: Float { 2 }

    /// Compares a gesture with a template. The result has no details, because no details of a comparison may be shown.
    /// - Parameters:
    ///   - probe: The gesture of an attempt.
    ///   - template: The enrolled gesture.
    /// - Complexity: O(points + samples²), because the samples are compared with each other. See ``TrainedTemplate``.
    @inline(never)
    public func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Never> {
        var comparison = TraceComparison()
        let template = TrainedTemplate(template, &comparison)
        return compare(template, probe, &comparison)
    }

    /// Compares a gesture with a prepared template.
    /// - Parameters:
    ///   - probe: The gesture of an attempt.
    ///   - template: The prepared template.
    /// - Complexity: O(points + samples).
    public func compare(_ probe: PictureGesture, with template: TrainedTemplate) -> GestureComparison<Never> {
        var comparison = TraceComparison()
        return compare(template, probe, &comparison)
    }

    /// Returns a Boolean value that indicates whether a gesture is accepted for a prepared template.
    /// - Parameters:
    ///   - probe: The gesture of an attempt.
    ///   - template: The prepared template.
    /// - Complexity: O(points + samples).
    public func accepts(_ probe: PictureGesture, for template: TrainedTemplate) -> Bool {
        compare(probe, with: template).score >= threshold
    }

    /// Returns a Boolean value that indicates whether two drawings of an enrolment are alike: nearly 99 of 100 pairs of
    /// an owner's drawings are. They must have the same number of taps, so that an accidental tap is not enrolled, and
    /// the same number of figures, so that each figure of an attempt is compared with its own.
    public func areAlike(_ first: PictureGesture, _ second: PictureGesture) -> Bool {
        guard first.tapCount == second.tapCount else { return false }
        var comparison = TraceComparison()
        func accepts(_ drawing: PictureGesture, _ other: PictureGesture) -> Bool {
            let template = TrainedTemplate(GestureTemplate(of: drawing, for: self), &comparison)
            return evidence(template, other, threshold: TrainedModel.pairThreshold, &comparison) ?? -1 >= 0
        }
        return accepts(first, second) && accepts(second, first)
    }

    public func strength(of drawings: [PictureGesture], over map: SaliencyMap) -> Strength? {
        Strength(of: drawings, over: map)
    }

    private func compare(
        _ template: TrainedTemplate, _ probe: PictureGesture, _ comparison: inout TraceComparison
    ) -> GestureComparison<Never> {
        let threshold = TrainedModel.threshold(strictness)
        guard let evidence = evidence(template, probe, threshold: threshold, &comparison) else {
            return GestureComparison(score: 0, parts: [])
        }
        // A hyperbola keeps the order of scores within 0 and 2.
        return GestureComparison(score: Double(1 + evidence / (4 + abs(evidence))), parts: [])
    }

    /// Returns the evidence beyond the threshold, or `nil` for drawings that cannot be compared.
    @inline(never) package func evidence(
        _ template: TrainedTemplate, _ probe: PictureGesture, threshold: Float, _ comparison: inout TraceComparison
    ) -> Float? {
        let drawing = StrokeList(probe)
        guard !template.figures.isEmpty, !drawing.strokes.isEmpty, probe.hasAllowedFingerCounts else { return nil }
        if template.fixedKinds.contains(probe.fixedKinds + [drawing.tapFigureCount]) {
            return evidence(template, drawing, threshold, &comparison)
        }
        // An accidental tap beside a template without taps reveals nothing, so it is only penalised.
        guard let rest = drawing.withoutTap, template.fixedKinds.contains(probe.fixedKinds + [0]) else { return nil }
        return evidence(template, rest, threshold, &comparison) - Self.tapPenalty
    }

    @inline(never) private func evidence(
        _ template: TrainedTemplate, _ drawing: StrokeList, _ threshold: Float, _ comparison: inout TraceComparison
    ) -> Float {
        guard template.figures.count > 1 else {
            return template.figures[0].evidence(drawing, threshold: threshold, &comparison)
        }
        let ends = drawing.figureEnds
        // A stroke between two figures makes one of them. The whole drawings would hide a wrong figure.
        guard ends.count == template.figures.count - 1 else { return FigureTemplate.mismatch }
        var total = FigureTotal()
        for figure in ends.indices {
            total.add(
                template.figures[figure + 1].evidence(
                    drawing.figure(figure, ends), threshold: threshold, &comparison))
        }
        return total.evidence
    }

    /// The sum of the evidence of several figures.
    private struct FigureTotal {
        private var sum: Float = 0
        private var worst = Float.infinity
        private var count: Float = 0

        mutating func add(_ evidence: Float) {
            sum += min(evidence, TrainedVerifier.maximumEvidence)
            worst = min(worst, evidence)
            count += 1
        }

        /// The evidence of all figures together.
        var evidence: Float { min(sum / count, worst + TrainedVerifier.leniency) }
    }

    /// Returns a Boolean value that indicates whether figures open a password together.
    /// - Parameter scores: The score of each, compared with its figure of the password alone.
    @_spi(Measuring) public static func accepts(figures scores: [Double]) -> Bool {
        var total = FigureTotal()
        for score in scores {
            let share = Float(score - 1)
            total.add(4 * share / (1 - abs(share)))
        }
        return total.evidence >= 0
    }
}

extension TrainedModel {
    static func threshold(_ strictness: TrainedVerifier.Strictness) -> Float {
        switch strictness {
        case .strict: thresholds.0
        case .balanced: thresholds.1
        case .lenient: thresholds.2
        }
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry

/// A comparison of a signature with earlier signatures of a person.
///
/// It tells whether a signature has the shape, order, direction and speed of the earlier ones. Position and size do not
/// count. The result is a hint for a person who decides. It is neither proof of identity nor a lock, because an
/// imitator who practises can pass. docs/design/picture-password.md has the error rates, which were measured on symbols
/// instead of signatures.
///
/// The arithmetic is that of ``TrainedVerifier``, with a threshold of its own.
public struct SignatureVerifier: Sendable {
    /// The result of a comparison.
    public enum Resemblance: UInt8, Hashable, Sendable, CaseIterable {
        /// The signature differs more than 96 of 100 genuine symbols did.
        case different
        /// The signature may be the same person's, or that of another person who writes the same.
        case unclear
        /// The signature is as close as four of five genuine symbols were, and as one in seven by other people who drew
        /// the same.
        case alike
    }

    private let template: FigureTemplate

    /// The minimum number of earlier signatures. Fewer do not show how much a hand varies.
    public static var minimumSampleCount: Int { 3 }
    /// The root mean square distance in picture units of a signature's points from their centre, after scaling.
    private static var radius: Double { 60 }
    /// The minimum evidence of signatures that are ``Resemblance/unclear`` and ``Resemblance/alike``. `train-verifier
    /// --measure` prints the resulting rates.
    package static var thresholds: (unclear: Float, alike: Float) { (0, 3) }

    /// Prepares a comparison.
    /// - Parameter samples: Earlier signatures, each as its strokes in the order of writing, with positions in any
    ///   unit, y down, and times in seconds from any start. Those beyond the sixteenth are not used.
    /// - Returns: `nil` for fewer than ``minimumSampleCount`` signatures, or for one without strokes.
    /// - Complexity: O(points + samples²).
    public init?(_ samples: [[FingerPath]]) {
        guard samples.count >= Self.minimumSampleCount else { return nil }
        var drawings: [StrokeList] = []
        for sample in samples.prefix(TrainedTemplate.maximumSamples) {
            guard let drawing = Self.normalised(sample) else { return nil }
            drawings.append(drawing)
        }
        var comparison = TraceComparison()
        template = FigureTemplate(drawings, &comparison)
    }

    /// Compares a signature with the earlier ones. Without strokes it is ``Resemblance/different``.
    /// - Parameter signature: The strokes of the signature, as for the earlier ones.
    /// - Complexity: O(points + samples).
    public func resemblance(of signature: [FingerPath]) -> Resemblance {
        guard let evidence = evidence(of: signature), evidence >= Self.thresholds.unclear else { return .different }
        return evidence >= Self.thresholds.alike ? .alike : .unclear
    }

    /// Returns the evidence that the same person wrote a signature; `nil` without strokes.
    package func evidence(of signature: [FingerPath]) -> Float? {
        guard let drawing = Self.normalised(signature) else { return nil }
        var comparison = TraceComparison()
        return template.evidence(drawing, threshold: 0, &comparison)
    }

    /// Moves a signature to a place and its first touch to time 0, and scales it to a size.
    private static func normalised(_ strokes: [FingerPath]) -> StrokeList? {
        let strokes = strokes.map { path in
            FingerPath(path.points.filter { $0.position.x.isFinite && $0.position.y.isFinite && $0.time.isFinite })
        }.filter { !$0.points.isEmpty }
        var box = InkRect.empty
        var count = 0.0
        // Times may count from any start, such as the year 1970. Those within a stroke do not decrease.
        var firstTouch = Double.infinity
        for path in strokes {
            for point in path.points { box.formUnion(point.position) }
            count += Double(path.points.count)
            firstTouch = min(firstTouch, path.points[0].time)
        }
        guard max(box.width, box.height) > 0 && box.width + box.height < 1e100 else { return nil }
        var sum = InkPoint.zero
        for path in strokes { for point in path.points { sum = sum + (point.position - box.centre) } }
        let centre = box.centre + sum * (1 / count)
        var squares = 0.0
        for path in strokes {
            for point in path.points { squares += (point.position - centre).dot(point.position - centre) / count }
        }
        guard squares > 0 else { return nil }
        let scale = radius / squares.squareRoot()
        // A difference of finite times may be infinite.
        let longest = Double.greatestFiniteMagnitude
        // Every stroke is a path, so that dots do not count as taps.
        return StrokeList(
            PictureGesture(
                strokes.map { path in
                    let points = path.points.map { point in
                        let time = (point.time - firstTouch).limited(to: -longest...longest)
                        return GesturePoint((point.position - centre) * scale, time: time)
                    }
                    return GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])
                }))
    }
}

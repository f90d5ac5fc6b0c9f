// SPDX-License-Identifier: MIT

extension GestureTemplate {
    /// The maximum number of drawings that are added to a template after its enrolment.
    public static var maximumAdaptedCount: Int { 2 }

    /// The minimum number of enrolled drawings of a template that adapts. Fewer do not show how much the owner's hand
    /// varies.
    private static var minimumEnrolledCount: Int { 3 }

    /// The template without the drawings that ``adapted(to:)`` added.
    public var enrolled: GestureTemplate {
        GestureTemplate(
            uncheckedDigest: pictureDigest, samples: Array(samples.prefix(samples.count - adaptedCount)),
            verifier: verifier
        )
    }

    /// Returns the template with an accepted drawing added, so that it follows changes of the owner's hand. Beyond
    /// ``maximumAdaptedCount``, the drawing replaces the oldest that was added.
    ///
    /// The enrolled drawings stay. A template of them alone must accept the drawing under
    /// ``TrainedVerifier/Strictness/strict``, so that many small changes do not add up.
    /// - Parameter drawing: A drawing that was just accepted.
    /// - Returns: `nil` if the drawing is not clearly the owner's, or if the template has fewer than three enrolled
    ///   drawings or another verifier.
    /// - Complexity: One comparison, and preparing the template.
    public func adapted(to drawing: PictureGesture) -> GestureTemplate? {
        let drawing = drawing.quantised()
        let enrolled = self.enrolled
        guard verifier == .trained, enrolled.samples.count >= Self.minimumEnrolledCount, !samples.contains(drawing),
            StrokeList(drawing).figureEnds.count == StrokeList(typicalSample).figureEnds.count,
            TrainedVerifier(.strict).accepts(drawing, for: enrolled)
        else { return nil }
        let recent = [PictureGesture](samples.suffix(min(adaptedCount, Self.maximumAdaptedCount - 1))) + [drawing]
        return GestureTemplate(
            uncheckedDigest: pictureDigest, samples: enrolled.samples + recent, verifier: verifier,
            adaptedCount: recent.count)
    }
}

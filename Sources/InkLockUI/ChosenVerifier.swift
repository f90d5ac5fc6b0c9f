// SPDX-License-Identifier: MIT
import PicturePassword

/// Whatever verifier an app has chosen, as one type. What it says of each part stays behind: no screen shows that.
struct ChosenVerifier: GestureVerifier {
    let verifier: any GestureVerifier

    var threshold: Double { verifier.threshold }

    func compare(_ template: GestureTemplate, _ probe: PictureGesture) -> GestureComparison<Never> {
        GestureComparison(score: Self.score(verifier, template, probe), parts: [])
    }

    private static func score(
        _ verifier: some GestureVerifier, _ template: GestureTemplate, _ probe: PictureGesture
    ) -> Double { verifier.compare(template, probe).score }
}

/// Whatever reader an app has chosen, as one type.
struct ChosenReader: GestureReading {
    let reader: any GestureReading

    func gesture(from paths: [FingerPath]) -> PictureGesture { reader.gesture(from: paths) }
}

extension Enrolment.Parameters where Verifier == ChosenVerifier {
    /// The same, whatever verifier they are for.
    init(_ other: Enrolment<RasterVerifier>.Parameters) {
        self.init(
            sampleCount: other.sampleCount, minimumSquares: other.minimumSquares, rasterSide: other.rasterSide,
            minimumExtent: other.minimumExtent)
    }
}

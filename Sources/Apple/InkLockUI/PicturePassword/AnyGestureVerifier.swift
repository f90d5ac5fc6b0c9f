// SPDX-License-Identifier: MIT
import PicturePassword

/// A type-erased gesture verifier. It drops the details of each part, which no screen shows.
struct AnyGestureVerifier: GestureVerifier {
    let verifier: any GestureVerifier

    var kind: VerifierKind { verifier.kind }
    var threshold: Double { verifier.threshold }

    func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Never> {
        GestureComparison(score: Self.score(verifier, template, probe), parts: [])
    }

    func areAlike(_ first: PictureGesture, _ second: PictureGesture) -> Bool { verifier.areAlike(first, second) }

    func strength(of drawings: [PictureGesture], over map: SaliencyMap) -> Strength? {
        verifier.strength(of: drawings, over: map)
    }

    private static func score(
        _ verifier: some GestureVerifier, _ template: GestureTemplate, _ probe: PictureGesture
    ) -> Double { verifier.compare(probe, with: template).score }
}

/// A type-erased gesture parser.
struct AnyGestureParser: GestureParsing {
    let parser: any GestureParsing

    func gesture(from paths: [FingerPath]) -> PictureGesture { parser.gesture(from: paths) }
}

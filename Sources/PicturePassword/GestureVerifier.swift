// SPDX-License-Identifier: MIT

/// Compares an attempt with a template. An app can bring its own.
public protocol GestureVerifier {
    /// What a comparison says about each part, for the owner's eyes while setting up; never for somebody who tries.
    associatedtype Detail

    /// The score from which on an attempt is accepted.
    var threshold: Double { get }

    /// How well `probe` matches `template`: the higher the better, never NaN.
    func compare(_ template: GestureTemplate, _ probe: Gesture) -> GestureComparison<Detail>
}

extension GestureVerifier {
    /// Whether `probe` is accepted: all that may be told to somebody who tries.
    public func accepts(_ template: GestureTemplate, _ probe: Gesture) -> Bool {
        compare(template, probe).score >= threshold
    }
}

/// A score and what it came from.
public struct GestureComparison<Detail> {
    /// The higher the better; what passes is the verifier's ``GestureVerifier/threshold``. A secret: it would tell
    /// whoever tries how near they are.
    public var score: Double
    /// One for each part of the template; empty when the gestures have different numbers of parts.
    public var parts: [Detail]

    public init(score: Double, parts: [Detail]) {
        self.score = score
        self.parts = parts
    }
}

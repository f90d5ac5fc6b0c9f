// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport

/// Evidence that tests make: a seeded hand draws on a sheet of 300 × 150 points.
struct SignedDrawing {
    static let document = EvidenceDocument("The contract.".utf8, name: "contract.pdf")
    static let begin = EvidenceClock(wallMilliseconds: 1_790_000_000_000, monotonicMilliseconds: 86_400_000)

    var drawing: Drawing
    var opening: EvidenceOpening
    var end: EvidenceClock
    var recipient: Curve25519.KeyAgreement.PublicKey?

    init(seed: UInt64, document: EvidenceDocument? = Self.document) {
        drawing = SyntheticHand.drawing(seed: seed)
        opening = EvidenceOpening(
            session: (0..<16).map { UInt8(truncatingIfNeeded: seed &+ $0) }, begin: Self.begin, size: drawing.size,
            displayScale: 2,
            device: EvidenceDevice(
                model: "Test", system: "Linux 6", software: "InkLock 0.1.0", sensor: "pen", samplesPerSecond: 120,
                pointsPerMillimetre: 6.5, pressureLevels: 4096),
            document: document, texts: ["I agree to the terms.", "Ich stimme zu."])
        end = EvidenceClock(
            wallMilliseconds: Self.begin.wallMilliseconds + 20_000,
            monotonicMilliseconds: Self.begin.monotonicMilliseconds + 20_003)
    }

    func recorder() throws -> EvidenceRecorder {
        var recorder = try EvidenceRecorder(opening, sealingTo: recipient)
        try recorder.append(drawing)
        return recorder
    }

    func signed(by signer: some EvidenceSigner) async throws -> [UInt8] {
        try await recorder().finish(at: end, signer: signer)
    }

    /// The same key in every run.
    static func ed25519(_ seed: UInt8 = 7) -> Curve25519.Signing.PrivateKey {
        try! Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: seed, count: 32))
    }

    static func p256(_ seed: UInt8 = 7) -> P256.Signing.PrivateKey {
        try! P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: seed, count: 32))
    }
}

extension [EvidenceFinding] {
    /// The finding about a subject.
    subscript(subject: EvidenceFinding.Subject) -> EvidenceFinding? { first { $0.subject == subject } }

    var failing: [EvidenceFinding] { filter { $0.verdict == .fails } }
}

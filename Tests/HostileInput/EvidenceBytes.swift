// SPDX-License-Identifier: MIT
import Crypto
import InkEvidence

extension HostileInput {
    /// Reads bytes as an evidence file, as they are and behind the right beginning, and checks what was read.
    static func evidence(_ bytes: [UInt8]) throws {
        let head: [UInt8] = [0x84, 0x70] + Array("inklock-evidence".utf8) + [1]
        for bytes in [bytes, head + bytes] {
            guard let evidence = try? Evidence(bytes) else { continue }
            try require(evidence.sampleCount <= EvidenceLimits.samples)
            try require(evidence.opening.texts.count <= EvidenceLimits.texts)
            let findings = EvidenceVerifier(recipientKey: recipient).findings(about: evidence)
            try require(findings.count == 9, "each subject is checked, except the picture that was not given")
            guard let drawing = try? evidence.drawing(opening: recipient) else { continue }
            try require(drawing.pointCount * 3 <= bytes.count, "no more points than the bytes can hold")
            try require(drawing.strokes.allSatisfy { $0.points.allSatisfy { $0.position.isFinite } })
        }
    }

    /// The key of the sealed samples in the corpus.
    private static let recipient = try! Curve25519.KeyAgreement.PrivateKey(
        rawRepresentation: [UInt8](repeating: 5, count: 32))
}

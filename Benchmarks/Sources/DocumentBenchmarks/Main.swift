// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import SignedPDF
import X509

/// Measures signing and verifying a PDF document of 1 MB with a signature of 1,000 samples, and checks the promised
/// times: 100 ms beside the key's own, and 50 ms.
@main enum Main {
    private static let rounds = 21
    private static let (signingLimit, verifyingLimit) = (100.0, 50.0)

    static func main() async throws {
        let document = PlainDocument.bytes(count: 1_000_000)
        var hand = SyntheticHand(seed: 1, size: InkSize(width: 600, height: 200))
        let stroke = try Stroke(hand.samples(1_000, rate: 120, noise: 0.1))
        let drawing = Drawing(size: InkSize(width: 600, height: 200), strokes: [stroke])
        let key = TimedKey()
        let signer = PDFSigner(certificates: [try key.certificate()], date: 1_790_000_000)
        let place = SignaturePlace(page: 1, x: 72, y: 600, width: 180)

        var (signing, own, verifying, digests): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<rounds {
            _ = key.taken()
            let clock = ContinuousClock()
            let start = clock.now
            var evidenced = signer
            evidenced.evidence = try await evidence(of: drawing, for: document, by: key)
            let signed = try await evidenced.sign(document, with: drawing, at: place, key: key)
            let whole = seconds(clock.now - start)
            own.append(key.taken())
            signing.append(whole - own[own.count - 1])
            verifying.append(seconds(try clock.measure { try verify(signed, document) }))
            digests.append(seconds(clock.measure { _ = SHA256.hash(data: signed) }))
        }
        let (sign, verification, digest) = (median(signing), median(verifying), median(digests))
        print("\(number(sign)) ms\tsigning, beside the key's own time; at most \(number(signingLimit))")
        print("\(number(median(own))) ms\tthe key's own time, for evidence and document")
        print("\(number(verification)) ms\tverification; at most \(number(verifyingLimit))")
        print("\(number(digest)) ms\tSHA-256 of the document")
        print("\(number(sign / digest)) ratio\tsigning to SHA-256 of the document")
        print("\(number(verification / digest)) ratio\tverification to SHA-256 of the document")
        if sign > signingLimit || verification > verifyingLimit { exit(1) }
    }

    private static func evidence(
        of drawing: Drawing, for document: [UInt8], by key: TimedKey
    ) async throws -> [UInt8] {
        let begin = EvidenceClock(wallMilliseconds: 1_790_000_000_000, monotonicMilliseconds: 1000)
        let end = EvidenceClock(wallMilliseconds: 1_790_000_009_000, monotonicMilliseconds: 10_000)
        var recorder = try EvidenceRecorder(
            EvidenceOpening(begin: begin, size: drawing.size, document: EvidenceDocument(document)))
        try recorder.append(drawing)
        return try await recorder.finish(at: end, signer: key)
    }

    /// Checks everything, as `inklock verify` does.
    private static func verify(_ signed: [UInt8], _ document: [UInt8]) throws {
        let signatures = try PDFSignature.all(in: signed)
        guard signatures.count == 1, signatures[0].problems.isEmpty, let attached = signatures[0].evidence else {
            throw PDFError.damaged
        }
        let verifier = EvidenceVerifier(document: EvidenceDocument(signed[..<document.count]))
        let findings = verifier.findings(about: try Evidence(attached))
        guard findings.allSatisfy({ $0.verdict != .fails }) else { throw PDFError.damaged }
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    /// Returns the median in milliseconds.
    private static func median(_ seconds: [Double]) -> Double { seconds.sorted()[seconds.count / 2] * 1000 }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}

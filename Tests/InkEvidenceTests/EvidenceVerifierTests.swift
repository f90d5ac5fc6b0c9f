// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@testable import InkEvidence

@Suite struct EvidenceVerifierTests {
    private typealias Finding = EvidenceFinding

    private func evidence(_ made: SignedDrawing) async throws -> Evidence {
        try Evidence(try await made.signed(by: SignedDrawing.ed25519()))
    }

    @Test("The document decides by its bytes, not by its name") func documentsAreCompared() async throws {
        let signed = try await evidence(SignedDrawing(seed: 1))
        func finding(_ document: EvidenceDocument?) -> Finding? {
            EvidenceVerifier(document: document).findings(about: signed)[.document]
        }
        #expect(finding(nil) == Finding(.document, .unknown, .noDocumentGiven))
        let renamed = EvidenceDocument("The contract.".utf8, name: "other.pdf")
        #expect(finding(renamed) == Finding(.document, .holds, .sameDocument))
        #expect(finding(EvidenceDocument("The contract!".utf8)) == Finding(.document, .fails, .otherDocument))

        let free = try await evidence(SignedDrawing(seed: 1, document: nil))
        #expect(
            EvidenceVerifier().findings(about: free)[.document] == Finding(.document, .unknown, .noDocumentSigned))
        #expect(
            EvidenceVerifier(document: renamed).findings(about: free)[.document]
                == Finding(.document, .fails, .noDocumentSigned))
    }

    @Test("The key decides who signed") func keysAreCompared() async throws {
        let signed = try await evidence(SignedDrawing(seed: 1))
        func finding(_ key: EvidenceKey?) -> Finding? { EvidenceVerifier(key: key).findings(about: signed)[.signer] }
        #expect(finding(nil) == Finding(.signer, .unknown, .noKeyGiven))
        #expect(finding(SignedDrawing.ed25519().evidenceKey) == Finding(.signer, .holds, .expectedKey))
        #expect(finding(SignedDrawing.ed25519(8).evidenceKey) == Finding(.signer, .fails, .otherKey))
        #expect(finding(SignedDrawing.p256().evidenceKey) == Finding(.signer, .fails, .otherKey))
    }

    @Test("A key's fingerprint is its COSE thumbprint") func fingerprintsAreThumbprints() {
        let key = EvidenceKey.ed25519([UInt8](0..<32))
        let cose: [UInt8] = [0xA3, 1, 1, 0x20, 6, 0x21, 0x58, 0x20] + [UInt8](0..<32)
        #expect(key.fingerprint == Array(SHA256.hash(data: cose)))
    }

    @Test("A picture that takes more work than there may be is not drawn", arguments: 0..<5 as Range<UInt64>)
    func muchWorkIsNotDone(seed: UInt64) async throws {
        let signed = try await evidence(SignedDrawing(seed: seed))
        var verifier = EvidenceVerifier()
        let work = verifier.work(for: signed)
        #expect(work > 0 && work < 0.5)
        verifier.work = work
        #expect(verifier.findings(about: signed)[.rendering] == Finding(.rendering, .holds, .samePixels))
        verifier.work = work.nextDown
        #expect(verifier.findings(about: signed)[.rendering] == Finding(.rendering, .unknown, .notDrawn))
        #expect(verifier.work(for: signed) == 0)
    }

    @Test("Sealed samples open with the recipient's key only", arguments: 0..<5 as Range<UInt64>)
    func sealedSamplesOpen(seed: UInt64) async throws {
        let notary = Curve25519.KeyAgreement.PrivateKey()
        var made = SignedDrawing(seed: seed)
        made.recipient = notary.publicKey
        let bytes = try await made.signed(by: SignedDrawing.p256())
        let signed = try Evidence(bytes)
        #expect(signed.recipient == Array(notary.publicKey.rawRepresentation))
        #expect(throws: EvidenceError.missingRecipientKey) { try signed.drawing() }
        #expect(throws: EvidenceError.wrongRecipientKey) { try signed.drawing(opening: .init()) }
        #expect(try signed.drawing(opening: notary).strokes == made.drawing.strokes)

        let closed = EvidenceVerifier(document: SignedDrawing.document).findings(about: signed)
        #expect(closed.failing.isEmpty)
        #expect(closed[.samples] == Finding(.samples, .unknown, .sealedSamples))
        #expect(closed[.rendering] == Finding(.rendering, .unknown, .sealedSamples))
        #expect(closed[.chain]?.verdict == .holds && closed[.signature]?.verdict == .holds)
        let opened = EvidenceVerifier(recipientKey: notary).findings(about: signed)
        #expect(opened[.samples]?.verdict == .holds && opened[.rendering]?.verdict == .holds)
        let other = EvidenceVerifier(recipientKey: .init()).findings(about: signed)
        #expect(other[.samples] == Finding(.samples, .unknown, .otherRecipient))
        #expect(other[.rendering] == Finding(.rendering, .unknown, .otherRecipient))

        // No sample is readable in the file: not even two coordinates that follow each other.
        let point = made.drawing.strokes[0].points[0].position
        var coordinate = CBORWriter()
        coordinate.double(point.x)
        if coordinate.bytes.count == 9 {
            #expect(Data(bytes).range(of: Data(coordinate.bytes)) == nil)
        }
    }

    @Test("A picture is compared by its pixels") func picturesAreCompared() async throws {
        let made = SignedDrawing(seed: 2)
        let signed = try await evidence(made)
        let bitmap = try Rendering(scale: 2).bitmap(made.drawing)
        #expect(
            EvidenceVerifier(picture: bitmap).findings(about: signed)[.picture]
                == Finding(.picture, .holds, .samePixels))
        var moved = made.drawing
        moved.strokes = try moved.strokes.map { stroke in
            try Stroke(
                stroke.points.map { point in
                    StrokePoint(InkPoint(x: point.position.x + 1, y: point.position.y), time: point.time)
                }, brush: stroke.brush, model: stroke.model, start: stroke.start)
        }
        // Another size, and the same size with other pixels.
        for other in [try Rendering(scale: 3).bitmap(made.drawing), try Rendering(scale: 2).bitmap(moved)] {
            #expect(
                EvidenceVerifier(picture: other).findings(about: signed)[.picture]
                    == Finding(.picture, .fails, .otherPixels))
        }
    }

    @Test("Clocks that disagree, and samples that take too long, are found") func clocksAreCompared() async throws {
        func finding(_ change: (inout SignedDrawing) -> Void) async throws -> Finding? {
            var made = SignedDrawing(seed: 4)
            change(&made)
            return EvidenceVerifier().findings(about: try await evidence(made))[.clocks]
        }
        #expect(try await finding { _ in } == Finding(.clocks, .holds, .clocksAgree))
        #expect(
            try await finding { $0.end.wallMilliseconds -= 2_500 } == Finding(.clocks, .fails, .clocksDisagree))
        #expect(
            try await finding { $0.end = SignedDrawing.begin } == Finding(.clocks, .fails, .samplesOutlastClocks))
        #expect(
            try await finding {
                $0.end.wallMilliseconds -= 40_000
                $0.end.monotonicMilliseconds -= 40_000
            } == Finding(.clocks, .fails, .clocksDisagree))
        #expect(
            try await finding { $0.opening.source = .imported } == Finding(.clocks, .unknown, .importedSamples))
    }

    @Test("A device that slept is told from a clock that was set back", arguments: [2_004, 600_000, 86_400_000])
    func sleepIsNoFailure(milliseconds: Int64) async throws {
        func finding(_ change: (inout SignedDrawing) -> Void) async throws -> Finding? {
            var made = SignedDrawing(seed: 4)
            change(&made)
            return EvidenceVerifier().findings(about: try await evidence(made))[.clocks]
        }
        #expect(
            try await finding { $0.end.wallMilliseconds += milliseconds }
                == Finding(.clocks, .unknown, .sleptOrSetForward))
        #expect(
            try await finding { $0.end.monotonicMilliseconds += milliseconds }
                == Finding(.clocks, .fails, .clocksDisagree))
        // Samples are on the clock that stood still.
        #expect(
            try await finding {
                $0.end.monotonicMilliseconds = SignedDrawing.begin.monotonicMilliseconds
                $0.end.wallMilliseconds += milliseconds
            } == Finding(.clocks, .fails, .samplesOutlastClocks))
    }
}

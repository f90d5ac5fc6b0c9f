// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@testable import InkEvidence

@Suite struct EvidenceRecorderTests {
    @Test(
        "Recorded evidence is read back and passes its checks",
        arguments: 0..<TestSize.count(full: 200, small: 20) as Range<Int>)
    func whatWasRecordedIsReadBack(seed: Int) async throws {
        let made = SignedDrawing(seed: UInt64(seed))
        let key = SignedDrawing.ed25519()
        let bytes = try await seed % 2 == 0 ? made.signed(by: key) : made.signed(by: SignedDrawing.p256())
        let evidence = try Evidence(bytes)
        #expect(evidence.opening == made.opening)
        #expect(evidence.end == made.end)
        #expect(evidence.recipient == nil)
        #expect(evidence.strokeCount == made.drawing.strokes.count)
        #expect(evidence.sampleCount == made.drawing.pointCount)
        #expect(try evidence.drawing().strokes == made.drawing.strokes)
        #expect(evidence.rendering.digest == EvidenceRendering.digest(try Rendering(scale: 2).bitmap(made.drawing)))

        let expected = seed % 2 == 0 ? key.evidenceKey : SignedDrawing.p256().evidenceKey
        let findings = EvidenceVerifier(document: SignedDrawing.document, key: expected).findings(about: evidence)
        #expect(findings.map(\.subject) == EvidenceFinding.Subject.allCases.filter { $0 != .picture })
        for finding in findings {
            let isOpen = finding.subject == .time || finding.subject == .writer
            #expect(finding.verdict == (isOpen ? .unknown : .holds), "\(finding), seed \(seed)")
        }
    }

    @Test("Samples are recorded as the device reported them") func samplesAreRaw() async throws {
        var recorder = try EvidenceRecorder(SignedDrawing(seed: 1).opening)
        let reported = [
            StrokePoint(InkPoint(x: 10.123456789, y: 20), time: 0.01, pressure: 1.75, tilt: -3),
            StrokePoint(InkPoint(x: -4, y: 1e6), time: 0, pressure: nil, azimuth: 400),
        ]
        try recorder.begin(start: 0.25)
        try recorder.append(contentsOf: reported)
        try recorder.end()
        // A drawing is what a picture shows: times in order, pressure within 0...1.
        let drawing = recorder.drawing
        #expect(drawing.strokes[0].points.map(\.time) == [0.01, 0.01])
        let bytes = try await recorder.finish(
            at: SignedDrawing(seed: 1).end, rendering: Rendering(scale: 0.01), signer: SignedDrawing.ed25519())
        guard case .samples(let piece) = try Evidence(bytes).blocks[1].content else {
            Issue.record("no samples")
            return
        }
        #expect(piece.points == reported)
        #expect(piece.head?.start == 0.25)
    }

    /// Texts with different bytes are different texts, for the reader as well.
    @Test("Texts and names are read back with byte order marks") func byteOrderMarksAreReadBack() async throws {
        var made = SignedDrawing(
            seed: 2, document: EvidenceDocument("The contract.".utf8, name: "\u{FEFF}contract.pdf"))
        made.opening.texts = ["\u{FEFF}I agree", "I\u{FEFF} agree"]
        let opening = try Evidence(try await made.signed(by: SignedDrawing.ed25519())).opening
        #expect(opening.texts.map { Array($0.utf8) } == made.opening.texts.map { Array($0.utf8) })
        #expect(
            opening.document.map { $0.name.map { Array($0.utf8) } }
                == made.opening.document.map { $0.name.map { Array($0.utf8) } })
    }

    @Test("Removed strokes stay in the evidence and leave the picture") func removedStrokesStay() async throws {
        let made = SignedDrawing(seed: 3)
        var recorder = try made.recorder()
        try recorder.removeLast(made.drawing.strokes.count)
        let drawing = recorder.drawing
        #expect(drawing.isEmpty)
        try recorder.append(SyntheticHand.drawing(seed: 4))
        let evidence = try Evidence(try await recorder.finish(at: made.end, signer: SignedDrawing.ed25519()))
        let second = SyntheticHand.drawing(seed: 4)
        #expect(try evidence.drawing().strokes == second.strokes)
        #expect(evidence.sampleCount == made.drawing.pointCount + second.pointCount)
        #expect(EvidenceVerifier().findings(about: evidence).failing.isEmpty)
    }

    @Test("A long stroke is chained in pieces while it is drawn") func longStrokesAreChained() async throws {
        var hand = SyntheticHand(seed: 9)
        let samples = hand.samples(EvidenceLimits.blockSamples * 3, hasPressure: true)
        var recorder = try EvidenceRecorder(SignedDrawing(seed: 9).opening)
        try recorder.begin(start: 0)
        for sample in samples { try recorder.append(contentsOf: [sample]) }
        try recorder.end()
        let evidence = try Evidence(
            try await recorder.finish(at: SignedDrawing(seed: 9).end, signer: SignedDrawing.ed25519()))
        #expect(evidence.blocks.count == 5)
        #expect(try evidence.drawing().strokes[0].points == samples)
    }

    @Test("Calls out of order and bad samples change nothing") func callsOutOfOrder() async throws {
        let made = SignedDrawing(seed: 2)
        var recorder = try EvidenceRecorder(made.opening)
        #expect(throws: EvidenceError.outOfOrder) { try recorder.end() }
        #expect(throws: EvidenceError.outOfOrder) { try recorder.append(contentsOf: [StrokePoint(.zero, time: 0)]) }
        #expect(throws: EvidenceError.outOfOrder) { try recorder.removeLast() }
        #expect(throws: EvidenceError.invalidSample) { try recorder.begin(start: .nan) }
        try recorder.begin(start: 0)
        #expect(throws: EvidenceError.outOfOrder) { try recorder.begin(start: 0) }
        #expect(throws: EvidenceError.outOfOrder) { try recorder.removeLast() }
        await #expect(throws: EvidenceError.outOfOrder) {
            try await recorder.finish(at: made.end, signer: SignedDrawing.ed25519())
        }
        for bad in [Double.nan, .infinity, 1.1e6] {
            let sample = StrokePoint(InkPoint(x: bad, y: 0), time: 0)
            #expect(throws: EvidenceError.invalidSample) { try recorder.append(contentsOf: [sample]) }
        }
        try recorder.end()
        #expect(throws: EvidenceError.outOfOrder) { try recorder.removeLast() }
        let evidence = try Evidence(try await recorder.finish(at: made.end, signer: SignedDrawing.ed25519()))
        #expect(evidence.strokeCount == 0 && evidence.sampleCount == 0 && evidence.blocks.count == 2)
    }

    @Test("Values beyond a limit are refused") func limitsAreKept() async throws {
        let made = SignedDrawing(seed: 5)
        func refused(_ change: (inout EvidenceOpening) -> Void) {
            var opening = made.opening
            change(&opening)
            #expect(throws: EvidenceError.tooLarge) { _ = try EvidenceRecorder(opening) }
        }
        refused { $0.texts = [String](repeating: "", count: EvidenceLimits.texts + 1) }
        refused { $0.texts = [String](repeating: "ü", count: 1).map { String(repeating: $0, count: 8193) } }
        refused { $0.device.model = String(repeating: "x", count: EvidenceLimits.nameBytes + 1) }
        refused { $0.device.samplesPerSecond = .nan }
        refused { $0.device.pressureLevels = 0 }
        refused { $0.displayScale = 0 }
        refused { $0.size.width = -1 }
        refused { $0.begin.monotonicMilliseconds = -1 }
        refused { $0.document = EvidenceDocument(digest: [1], byteCount: 1) }
        for rendering in [Rendering(scale: 0), Rendering(scale: 1000), Rendering(scale: .nan)] {
            await #expect(throws: EvidenceError.unsupportedRendering) {
                try await made.recorder().finish(at: made.end, rendering: rendering, signer: SignedDrawing.ed25519())
            }
        }
    }

    @Test("A drawing that would take long to draw is refused immediately") func slowDrawingsAreRefused() async throws {
        let wide = Brush(minimumWidth: 512, maximumWidth: 512)
        let dot = try Stroke([StrokePoint(InkPoint(x: 125, y: 125), time: 0)], brush: wide)
        let zigzag = try Stroke(
            (0..<100_000).map { StrokePoint(InkPoint(x: $0 % 2 == 0 ? 0 : 250, y: 100), time: 0) }, brush: wide)
        // Short segments, each with a turn as wide as the sheet, and curves that are tighter than the ink is wide.
        var turns: [[Stroke]] = []
        for tip in Brush.Tip.allCases {
            let brush = Brush(tip: tip, minimumWidth: 240, maximumWidth: 240)
            turns += try StrokeModel.allCases.map { [try WideTurns.zigzag(4000, brush, $0)] }
            turns.append([try WideTurns.circles(400, brush)])
        }
        for strokes in [[Stroke](repeating: dot, count: 1000), [zigzag]] + turns {
            let spent = await ContinuousClock().measure {
                await #expect(throws: EvidenceError.unsupportedRendering) { try await WideTurns.recorded(strokes) }
            }
            // Drawing it takes minutes.
            #expect(spent < .seconds(10))
        }
        var recorder = try EvidenceRecorder(SignedDrawing(seed: 1).opening)
        #expect(throws: EvidenceError.tooLarge) {
            for _ in 0...EvidenceLimits.strokes { try recorder.append(Drawing(strokes: [dot])) }
        }
    }

    @Test("Wide turns are recorded up to the maximum work", arguments: StrokeModel.allCases)
    func theWidestTurnsAreDrawn(model: StrokeModel) async throws {
        let brush = Brush(tip: .marker, minimumWidth: 240, maximumWidth: 240)
        _ = try await WideTurns.recorded([try WideTurns.zigzag(122, brush, model)])
        await #expect(throws: EvidenceError.unsupportedRendering) {
            try await WideTurns.recorded([try WideTurns.zigzag(123, brush, model)])
        }
    }

    /// A minute of quick loops, in which the pen is hardly lifted.
    @Test("A long signature with a wide brush is recorded and checked", arguments: Brush.Tip.allCases, [2.0, 4.0])
    func longSignaturesAreRecorded(tip: Brush.Tip, scale: Double) async throws {
        let made = SignedDrawing(seed: 9)
        let brush = Brush(tip: tip, minimumWidth: 14, maximumWidth: 16)
        let strokes = try (0..<30).map { stroke in
            let points = (0..<240).map { i in
                let angle = Double(i) / 15 * 2 * Double.pi
                let across = 20 + Double(i) + Double(stroke % 3) * 10
                return StrokePoint(
                    InkPoint(x: across + 8 * cos(angle), y: 75 + 20 * sin(angle)), time: Double(i) / 120)
            }
            return try Stroke(points, brush: brush)
        }
        var recorder = try EvidenceRecorder(made.opening)
        try recorder.append(Drawing(size: made.drawing.size, strokes: strokes))
        let bytes = try await recorder.finish(
            at: made.end, rendering: Rendering(scale: scale), signer: SignedDrawing.ed25519())
        let findings = EvidenceVerifier().findings(about: try Evidence(bytes))
        #expect(findings[.rendering]?.verdict == .holds)
    }

    @Test("A signer whose signature is not its own is refused") func wrongSignersAreRefused() async throws {
        struct Wrong: EvidenceSigner {
            let evidenceKey = SignedDrawing.ed25519(1).evidenceKey
            let count: Int
            func evidenceSignature(for message: [UInt8]) throws -> [UInt8] { [UInt8](repeating: 1, count: count) }
        }
        let made = SignedDrawing(seed: 6)
        for count in [0, 63, 64, 65] {
            await #expect(throws: EvidenceError.invalidSignature) { try await made.signed(by: Wrong(count: count)) }
        }
    }

    @Test("Signatures of ECDSA have one form", arguments: 1...20 as ClosedRange<UInt8>)
    func ecdsaSignaturesHaveOneForm(seed: UInt8) async throws {
        let key = SignedDrawing.p256(seed)
        let file = try EvidenceFile(try await SignedDrawing(seed: UInt64(seed)).signed(by: key))
        let message = EvidenceFile.message(algorithm: -7, lastBlock: EvidenceFile.digest(file.blocks.last!))
        #expect(key.evidenceKey.isValid(file.signature, over: message))
        // The other s, which ECDSA itself accepts too.
        let other = file.signature.prefix(32) + ScalarP256Other.negated(file.signature.suffix(32))
        let raw = try P256.Signing.ECDSASignature(rawRepresentation: other)
        #expect(key.publicKey.isValidSignature(raw, for: message))
        #expect(!key.evidenceKey.isValid(Array(other), over: message))
    }
}

/// n − s by decimal-free arithmetic that differs from the library's.
private enum ScalarP256Other {
    static func negated(_ scalar: some Collection<UInt8>) -> [UInt8] {
        let words: [UInt64] = [0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, .max, 0xFFFF_FFFF_0000_0000]
        let bytes = Array(scalar)
        var result: [UInt8] = []
        var borrow = false
        for (i, word) in words.enumerated() {
            let part = bytes[(24 - 8 * i)..<(32 - 8 * i)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            let (first, a) = word.subtractingReportingOverflow(part)
            let (second, b) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            borrow = a || b
            result = (0..<8).map { UInt8(truncatingIfNeeded: second >> (56 - 8 * $0)) } + result
        }
        return result
    }
}

/// Strokes on a sheet of 250 × 250 points that are short, and take long to draw with a wide brush.
private enum WideTurns {
    private static let size = InkSize(width: 250, height: 250)

    /// A zigzag with segments of 4 points.
    static func zigzag(_ count: Int, _ brush: Brush, _ model: StrokeModel) throws -> Stroke {
        try Stroke(
            (0..<count).map { StrokePoint(InkPoint(x: $0 % 2 == 0 ? 123 : 127, y: 125), time: 0) }, brush: brush,
            model: model)
    }

    /// Circles of three samples each.
    static func circles(_ count: Int, _ brush: Brush) throws -> Stroke {
        try Stroke(
            (0..<count).map { i in
                let angle = Double(i) / 3 * 2 * Double.pi
                return StrokePoint(InkPoint(x: 125 + 60 * cos(angle), y: 125 + 60 * sin(angle)), time: 0)
            }, brush: brush)
    }

    /// Returns evidence of strokes with a picture at scale 16.
    static func recorded(_ strokes: [Stroke]) async throws -> [UInt8] {
        var opening = SignedDrawing(seed: 1).opening
        opening.size = size
        var recorder = try EvidenceRecorder(opening)
        try recorder.append(Drawing(size: size, strokes: strokes))
        return try await recorder.finish(
            at: SignedDrawing(seed: 1).end, rendering: Rendering(scale: 16), signer: SignedDrawing.ed25519())
    }
}

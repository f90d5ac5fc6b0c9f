// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkExport

@Suite struct StrokeCodecTests {
    @Test("A known drawing has known bytes") func knownDrawingHasKnownBytes() throws {
        let brush = Brush(tip: .marker, color: SRGBColor(rgba: 0x0102_03FF), minimumWidth: 1, maximumWidth: 3.5)
        let points = [
            StrokePoint(InkPoint(x: 1, y: 2), time: 0, pressure: 1),
            StrokePoint(InkPoint(x: 2, y: 2), time: 0.01),
            StrokePoint(InkPoint(x: 3, y: 1), time: 0.02, pressure: 0),
        ]
        let stroke = try Stroke(points, brush: brush, model: .smooth, start: 0.5)
        let drawing = Drawing(size: InkSize(width: 2, height: 0), strokes: [stroke])
        let bytes: [UInt8] =
            [0x49, 0x4E, 0x4B, 0x4C, 1, 64, 0x90, 0x4E]
            + [0, 0, 0, 0, 0, 0, 0, 0x40] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 1]
            + [2, 1, 1, 1, 2, 3, 255, 0xE8, 7, 0xAC, 27, 0]  // pressure in some; brush
            + [0x90, 0x4E, 3]  // start 5,000 steps; three samples
            + [0x80, 1, 0x80, 1, 0]  // x: 64, +64, again
            + [0x80, 2, 0, 0x7F]  // y: 128, 0, −64
            + [0, 0xC8, 1, 0]  // time: 0, +100, again
            + [0b101, 0xFE, 0x0F, 0xFD, 0x0F]  // pressure of the first and third: 1023, −1023
        #expect(StrokeCodec.encode(drawing) == bytes)
        #expect(try StrokeCodec.decode(bytes) == drawing)
    }

    @Test("The encoder writes the example of the specification")
    func theSpecificationsExampleIsWhatTheEncoderWrites() throws {
        let pen = Brush(color: SRGBColor(rgba: 0x1420_3CFF), minimumWidth: 1, maximumWidth: 3.5)
        let stroke = try Stroke([StrokePoint(InkPoint(x: 1, y: 2), time: 0)], brush: pen, model: .smooth)
        let bytes: [UInt8] =
            [0x49, 0x4E, 0x4B, 0x4C, 0x01, 0x40, 0x90, 0x4E]
            + [0, 0, 0, 0, 0, 0, 0, 0x40] + [0, 0, 0, 0, 0, 0, 0xF0, 0x3F] + [0x00, 0x01, 0x00]
            + [0x00, 0x01, 0x14, 0x20, 0x3C, 0xFF, 0xE8, 0x07, 0xAC, 0x1B, 0x00]
            + [0x00, 0x01, 0x80, 0x01, 0x80, 0x02, 0x00]
        #expect(StrokeCodec.encode(Drawing(size: InkSize(width: 2, height: 1), strokes: [stroke])) == bytes)
    }

    @Test("Encoding a decoded drawing changes no byte", arguments: 0..<200 as Range<UInt64>)
    func roundingHappensOnce(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let drawing = randomDrawing(&random)
        let pointSteps = UInt32.random(in: 0...70_000, using: &random)
        let secondSteps = UInt32.random(in: 0...1_100_000, using: &random)
        let once = StrokeCodec.encode(drawing, stepsPerPoint: pointSteps, stepsPerSecond: secondSteps)
        let decoded = try StrokeCodec.decode(once)
        #expect(StrokeCodec.encode(decoded, stepsPerPoint: pointSteps, stepsPerSecond: secondSteps) == once)
        #expect(decoded.strokes.map(\.points.count) == drawing.strokes.map(\.points.count))
        #expect(decoded.date == drawing.date && decoded.size == drawing.size)
    }

    @Test("Every start is written so that it can be read", arguments: [1, 1000, 10_000, 1_000_000] as [UInt32])
    func everyStartCanBeRead(steps: UInt32) throws {
        let starts = [Double.nan, .infinity, -.infinity, 2e12, -2e12, 3]
        let drawing = Drawing(strokes: starts.map { Stroke(start: $0) })
        let read = try StrokeCodec.decode(StrokeCodec.encode(drawing, stepsPerSecond: steps)).strokes.map { $0.start }
        let limit = min(Stroke.startLimit, 1_125_899_906_842_624 / Double(steps))
        #expect(read == [0, limit, -limit, limit, -limit, 3])
    }

    @Test("No value is rounded by more than half a step", arguments: 0..<50 as Range<UInt64>)
    func nothingMovesMoreThanHalfAStep(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let drawing = randomDrawing(&random)
        let decoded = try StrokeCodec.decode(StrokeCodec.encode(drawing))
        for (stroke, kept) in zip(drawing.strokes, decoded.strokes) {
            #expect(kept.model == stroke.model && kept.brush.color == stroke.brush.color)
            #expect(abs(kept.brush.minimumWidth - stroke.brush.minimumWidth) <= 0.0005001)
            #expect(abs(kept.start - stroke.start) <= 0.00005001)
            for (point, other) in zip(stroke.points, kept.points) {
                #expect(abs(point.position.x - other.position.x) <= 1.0 / 128)
                #expect(abs(point.position.y - other.position.y) <= 1.0 / 128)
                #expect(abs(point.time - other.time) <= 0.00005001)
                #expect((point.pressure == nil) == (other.pressure == nil))
                #expect(abs((point.pressure ?? 0) - (other.pressure ?? 0)) <= 0.5001 / 1023)
                #expect((point.tilt == nil) == (other.tilt == nil))
                #expect(abs((point.azimuth ?? 0) - (other.azimuth ?? 0)) <= 0.0005001)
            }
        }
    }

    @Test("A sample takes about four bytes at 120 Hz") func aFingerAt120HertzCostsAboutFourBytesASample() throws {
        var random = SplitMix64(seed: 5)
        var stroke = Stroke()
        for i in 0..<1000 {
            // Two slow oscillations, at most 300 points per second, with a third of a point of noise.
            let t = Double(i) / 120
            func wave(_ period: Double) -> Double {
                let phase = (t / period).truncatingRemainder(dividingBy: 1)
                return phase < 0.5 ? 16 * phase * (0.5 - phase) : -16 * (phase - 0.5) * (1 - phase)
            }
            let x = 30 * t + 40 * wave(0.8) + Double.random(in: -0.3...0.3, using: &random)
            let y = 100 + 40 * wave(0.55) + Double.random(in: -0.3...0.3, using: &random)
            try stroke.append(StrokePoint(InkPoint(x: x, y: y), time: t))
        }
        let bytes = StrokeCodec.encode(Drawing(size: InkSize(width: 400, height: 200), strokes: [stroke]))
        #expect(Double(bytes.count) / 1000 < 4.2)
    }

    @Test("Invalid sizes and dates are clamped") func invalidSizesAndDatesAreClamped() throws {
        let drawing = Drawing(
            size: InkSize(width: .nan, height: .infinity), strokes: [Stroke(start: .nan), Stroke(start: .infinity)],
            date: .nan)
        let decoded = try StrokeCodec.decode(StrokeCodec.encode(drawing))
        #expect(decoded.size == InkSize(width: 0, height: Stroke.coordinateLimit))
        #expect(decoded.date == nil && decoded.strokes.count == 2)
        #expect(decoded.strokes.allSatisfy { $0.start.isFinite })
    }

    @Test("Damaged bytes throw specific errors") func damagedBytesThrowSpecificErrors() throws {
        var random = SplitMix64(seed: 3)
        let bytes = StrokeCodec.encode(randomDrawing(&random))
        #expect(throws: CodecError.notCompactStrokes) { try StrokeCodec.decode([]) }
        #expect(throws: CodecError.notCompactStrokes) { try StrokeCodec.decode(Array("{\"a\":1}".utf8)) }
        var later = bytes
        later[4] = 9
        #expect(throws: CodecError.unsupportedVersion(9)) { try StrokeCodec.decode(later) }
        #expect(throws: CodecError.trailingBytes(offset: bytes.count)) { try StrokeCodec.decode(bytes + [0]) }
        for count in 0..<bytes.count {
            #expect(throws: CodecError.self) { try StrokeCodec.decode(Array(bytes.prefix(count))) }
        }
        let header: [UInt8] = [0x49, 0x4E, 0x4B, 0x4C, 1, 64, 100] + [UInt8](repeating: 0, count: 17)
        // A count of 2⁶³ strokes, and a number of 70 bits.
        let huge = header + [UInt8](repeating: 0xFF, count: 8) + [0x7F]
        #expect(throws: CodecError.truncated(offset: 24)) { try StrokeCodec.decode(huge) }
        let long = header + [UInt8](repeating: 0xFF, count: 9) + [0x7F]
        #expect(throws: CodecError.invalid(offset: 24)) { try StrokeCodec.decode(long) }
    }

    @Test("Mutated bytes are rejected or decoded", arguments: 0..<12 as Range<UInt64>)
    func mutatedBytesAreRefusedOrDecoded(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let original = StrokeCodec.encode(randomDrawing(&random))
        let other = StrokeCodec.encode(randomDrawing(&random))
        for _ in 0..<1000 {
            let bytes = mutated(original, splicing: other, &random)
            do throws(CodecError) {
                let drawing = try StrokeCodec.decode(bytes)
                #expect(drawing.pointCount <= bytes.count)
            } catch {
                #expect(error != .unsupportedVersion(1))
            }
        }
    }

    @Test("Starts beyond the limit are rejected, and limited when they are written")
    func startsBeyondTheLimitAreRejected() throws {
        // The example of docs/SPEC.md with one step a second, and a start of 2 · 10¹² s.
        let head: [UInt8] = [
            0x49, 0x4E, 0x4B, 0x4C, 1, 0x40, 1, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 1, 0, 0, 1,
            0x14, 0x20, 0x3C, 0xFF, 0xE8, 0x07, 0xAC, 0x1B, 0,
        ]
        let samples: [UInt8] = [1, 0x80, 1, 0x80, 2, 0]
        #expect(throws: CodecError.invalid(offset: head.count)) {
            try StrokeCodec.decode(head + [0x80, 0x80, 0xD1, 0x94, 0xB5, 0x74] + samples)
        }
        #expect(try StrokeCodec.decode(head + [2] + samples).strokes[0].start == 1)
        for start in [2e12, -2e12, .infinity] {
            let stroke = try Stroke([StrokePoint(InkPoint(x: 1, y: 2), time: 0)], start: start)
            let bytes = StrokeCodec.encode(
                Drawing(size: InkSize(width: 2, height: 1), strokes: [stroke]), stepsPerSecond: 1)
            #expect(abs(try StrokeCodec.decode(bytes).strokes[0].start) == Stroke.startLimit)
        }
    }

    private func mutated(_ bytes: [UInt8], splicing other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !result.isEmpty {
            // The header is rarely mutated, because little behind a broken one is read.
            let first = Bool.random(using: &random) ? 0 : min(24, result.count - 1)
            let at = Int.random(in: first..<result.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: result[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: result[at] = UInt8.random(in: 0...255, using: &random)
            case 2: result.removeLast(result.count - at)
            case 3: result.insert(UInt8.random(in: 0...255, using: &random), at: at)
            default: result.replaceSubrange(at..., with: other.dropFirst(at))
            }
        }
        return result
    }

    private func randomDrawing(_ random: inout SplitMix64) -> Drawing {
        var drawing = Drawing(
            size: InkSize(
                width: Double.random(in: 0...2000, using: &random), height: Double.random(in: 0...2000, using: &random)),
            date: Bool.random(using: &random) ? Double.random(in: 0...2e9, using: &random) : nil)
        var start = 0.0
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            var brush = Brush(
                tip: Brush.Tip.allCases.randomElement(using: &random)!,
                color: SRGBColor(rgba: UInt32.random(in: 0...UInt32.max, using: &random)),
                minimumWidth: Double.random(in: 0.1...20, using: &random),
                maximumWidth: Double.random(in: 0.1...512, using: &random),
                seed: UInt32.random(in: 0...UInt32.max, using: &random))
            if let last = drawing.strokes.last, Bool.random(using: &random) { brush = last.brush }
            start += Double.random(in: -0.5...3, using: &random)
            var stroke = Stroke(
                brush: brush, model: StrokeModel.allCases.randomElement(using: &random)!, start: start)
            let reach = [10.0, 500, Stroke.coordinateLimit].randomElement(using: &random)!
            let chance = (0..<3).map { _ in [0.0, 0.5, 1].randomElement(using: &random)! }
            var time = 0.0
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                func maybe(_ channel: Int, _ range: ClosedRange<Double>) -> Double? {
                    Double.random(in: 0..<1, using: &random) < chance[channel]
                        ? Double.random(in: range, using: &random) : nil
                }
                let position = InkPoint(
                    x: Double.random(in: -reach...reach, using: &random),
                    y: Double.random(in: -reach...reach, using: &random))
                let point = StrokePoint(
                    position, time: time, pressure: maybe(0, 0...1), tilt: maybe(1, 0...1.5707),
                    azimuth: maybe(2, -7...7))
                try! stroke.append(point)
                time += Double.random(in: 0...0.1, using: &random)
            }
            drawing.strokes.append(stroke)
        }
        return drawing
    }
}

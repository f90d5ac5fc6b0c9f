// SPDX-License-Identifier: MIT
import InkExport
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct PackedStrokesTests {
    @Test("Every number is kept exactly", arguments: 0..<60 as Range<UInt64>)
    func everyNumberIsKept(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for drawing in [randomDrawing(&random), SyntheticHand.drawing(seed: seed), Drawing()] {
            let bytes = PackedStrokes.encode(drawing)
            #expect(try PackedStrokes.decode(bytes) == drawing)
            #expect(try PackedStrokes.encode(PackedStrokes.decode(bytes)) == bytes)
        }
    }

    @Test("Extreme numbers are kept exactly") func extremesAreKept() throws {
        let numbers = [0.1, -1e-300, .leastNonzeroMagnitude, 123_456.789, -999_999.999_999_9, 1.0.nextUp]
        let points = numbers.enumerated().map { i, number in
            StrokePoint(
                InkPoint(x: number, y: -number), time: Double(i) / 3, pressure: i == 2 ? nil : 1.0.nextDown,
                tilt: i < 3 ? .greatestFiniteMagnitude : nil, azimuth: number)
        }
        let drawing = Drawing(
            size: InkSize(width: 0.1, height: 1e6), strokes: [try Stroke(points, start: -Stroke.startLimit), Stroke()],
            date: .leastNonzeroMagnitude)
        #expect(try PackedStrokes.decode(PackedStrokes.encode(drawing)) == drawing)
        let odd = Drawing(
            size: InkSize(width: .nan, height: .infinity), strokes: [Stroke(start: .nan), Stroke(start: 1e300)],
            date: .nan
        )
        let read = try PackedStrokes.decode(PackedStrokes.encode(odd))
        #expect(
            read == Drawing(size: InkSize(width: 0, height: Stroke.coordinateLimit), strokes: [Stroke(), Stroke()]))
    }

    @Test("Rounding moves no value by more than half a step, and happens once", arguments: 0..<30 as Range<UInt64>)
    func roundingIsByHalfAStep(seed: UInt64) throws {
        let drawing = SyntheticHand.drawing(seed: seed)
        let bytes = PackedStrokes.encode(drawing, rounding: .init())
        let read = try PackedStrokes.decode(bytes)
        #expect(PackedStrokes.encode(read, rounding: .init()) == bytes)
        for (stroke, other) in zip(drawing.strokes, read.strokes) {
            #expect(other.brush == stroke.brush && other.model == stroke.model)
            for (point, found) in zip(stroke.points, other.points) {
                #expect(abs(point.position.x - found.position.x) <= 1.0 / 32 + 1e-9)
                #expect(abs(point.position.y - found.position.y) <= 1.0 / 32 + 1e-9)
                #expect(abs(point.time - found.time) <= 0.0005 + 1e-9)
                #expect(abs((point.pressure ?? 0) - (found.pressure ?? 0)) <= 1.0 / 510 + 1e-9)
                #expect(abs((point.azimuth ?? 0) - (found.azimuth ?? 0)) <= 0.005 + 1e-9)
                #expect((point.tilt == nil) == (found.tilt == nil))
            }
        }
    }

    /// The figures of docs/SPEC.md.
    @Test(
        "A rounded signature takes at most 2.5 bytes a sample",
        arguments: [(60.0, false), (120, false), (240, false), (120, true), (240, true)])
    func roundedSignaturesAreSmall(rate: Double, hasPressure: Bool) throws {
        var (exact, rounded, older, samples) = (0, 0, 0, 0)
        for seed in 0..<20 as Range<UInt64> {
            var hand = SyntheticHand(seed: seed)
            // Positions and times as a browser reports them: 1/64 point and 0.1 ms.
            let strokes = try (0..<3).map { index in
                let points = hand.samples(
                    150, rate: rate, noise: 0.3, start: Double(index) * 2, hasPressure: hasPressure
                ).map { point in
                    var seen = point
                    seen.position.x = (point.position.x * 64).rounded() / 64
                    seen.position.y = (point.position.y * 64).rounded() / 64
                    seen.time = (point.time * 10_000).rounded() / 10_000
                    return seen
                }
                return try Stroke(points, start: Double(index) * 2)
            }
            let drawing = Drawing(size: InkSize(width: 600, height: 200), strokes: strokes)
            exact += PackedStrokes.encode(drawing).count
            rounded += PackedStrokes.encode(drawing, rounding: .init()).count
            older += StrokeCodec.encode(drawing).count
            samples += drawing.pointCount
        }
        func each(_ bytes: Int) -> Double { (Double(bytes) / Double(samples) * 100).rounded() / 100 }
        print(
            "synthetic hand, \(Int(rate)) Hz\(hasPressure ? ", pen" : ""): bytes each: exact \(each(exact)), "
                + "rounded \(each(rounded)), version 1 \(each(older))")
        #expect(each(rounded) <= 2.5)
    }

    @Test("Version 1 is still read") func versionOneIsRead() throws {
        let drawing = SyntheticHand.drawing(seed: 4)
        let older = StrokeCodec.encode(drawing)
        #expect(try PackedStrokes.decode(older) == StrokeCodec.decode(older))
        #expect(throws: CodecError.notCompactStrokes) { try PackedStrokes.decode([]) }
        #expect(throws: CodecError.unsupportedVersion(3)) { try PackedStrokes.decode(StrokeCodec.magic + [3, 0]) }
    }

    @Test("Damaged bytes are refused") func damagedBytesAreRefused() throws {
        let bytes = PackedStrokes.encode(SyntheticHand.drawing(seed: 9))
        for count in 0..<bytes.count {
            #expect(throws: CodecError.self) { try PackedStrokes.decode(Array(bytes.prefix(count))) }
        }
        for i in bytes.indices {
            var changed = bytes
            changed[i] ^= 0x10
            #expect(throws: CodecError.self, "byte \(i)") { try PackedStrokes.decode(changed) }
        }
        // Counts that the bytes cannot hold, and bytes behind the numbers, with a correct checksum.
        let body = Array(bytes.dropLast(4))
        let more = body + [0, 0, 0, 0, 0, 7]
        #expect(throws: CodecError.self) {
            try PackedStrokes.decode(more + PackedStrokes.checksumBytes(more))
        }
        // Many samples in few bytes: size 0, columns of bits, one stroke of 2,097,151 samples.
        let head = StrokeCodec.magic + [2, 0, 0, 0] + [UInt8](repeating: 0, count: 7)
        let stroke: [UInt8] = [1, 0, 0, 2, 0, 0, 0, 255, 0xE8, 7, 0xE8, 7, 0, 0xFF, 0xFF, 0x7F]
        let bomb = head + stroke + [UInt8](repeating: 0, count: 64)
        #expect(throws: CodecError.truncated(offset: head.count + stroke.count)) {
            try PackedStrokes.decode(bomb + PackedStrokes.checksumBytes(bomb))
        }
    }

    @Test("A drawing without change takes half a byte a sample, so that reading is bounded")
    func memoryIsBounded() throws {
        let points = [StrokePoint](repeating: StrokePoint(InkPoint(x: 1, y: 1), time: 0), count: 100_000)
        let drawing = Drawing(size: InkSize(width: 9, height: 9), strokes: [try Stroke(points)])
        let bytes = PackedStrokes.encode(drawing)
        #expect(bytes.count >= 50_000 && bytes.count < 50_200)
        #expect(try PackedStrokes.decode(bytes) == drawing)
    }
}

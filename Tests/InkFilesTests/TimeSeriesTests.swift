// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

/// Records of ISO/IEC 19794-7.
@Suite struct TimeSeriesTests {
    /// A record of 2007 as its tables describe it: X and Y at 300 dots per inch, DT constant at 100 Hz and left out of
    /// the samples, F from 0 to 1,023.
    private static let record: [UInt8] =
        Array("SDI\0 10\0".utf8) + [0xC0, 0xC0]
        + [0x80, 0xEB, 0x89] + [0x80, 0xEB, 0x89] + [0x84, 0xB4, 0x80] + [0x60, 0, 0, 0x03, 0xFF]
        + [0] + [0] + [0, 0, 4]
        + [0x80, 0, 0x80, 0, 0x03, 0xFF] + [0x80, 0x64, 0x80, 0x32, 0, 0x80]
        + [0x80, 0x70, 0x80, 0x32, 0, 0] + [0x7F, 0x9C, 0x80, 0, 0, 1]

    @Test("A record of 2007 is read by the tables of the standard") func recordIsReadByTheTables() throws {
        let record = try TimeSeriesRecord(Self.record)
        #expect(record.edition == .first && record.series[0].count == 4)
        let x = try #require(record.series[0][.x])
        #expect(x.scale?.value == 8192 * (1 + 905.0 / 2048))
        #expect(x.values == [0, 100, 112, -100])
        #expect(record.series[0][.timeDifference]?.value(at: 3) == 0.01)
        #expect(record.series[0][.timeDifference]?.values == [])
        #expect(try record.bytes() == Self.record)
        let read = try DrawingFile.read(Data(Self.record))
        #expect(try DrawingFile.format(of: Data(Self.record)) == .timeSeries2007)
        let strokes = read[0].drawing.strokes
        #expect(strokes.map(\.points.count) == [2, 1])
        #expect(strokes[0].points[0].pressure == 1)
        #expect(abs(strokes[0].points[1].time - 0.01) < 1e-12 && abs(strokes[1].start - 0.04) < 1e-12)
        // 100 of 11,812 in a metre; y points upwards.
        let step = strokes[0].points[1].position - strokes[0].points[0].position
        #expect(abs(step.x - 100 / (8192 * (1 + 905.0 / 2048)) * 72 / 0.0254) < 1e-9)
        #expect(step.y < 0)
        #expect(read[0].warnings.contains { $0.contains("air") })
    }

    @Test("Programs that store constants or wide tip switches are understood")
    func otherLayoutsAreToldByTheirLength() throws {
        let constant: [UInt8] = Array("SDI\0 10\0".utf8) + [0xC0, 0xA0, 0, 0, 0x84, 0xB4, 0x80, 0, 0, 0, 0, 0, 2]
        for row in [
            [0x80, 1, 0x80, 2, 1], [0x80, 1, 0x80, 2, 0, 9, 1], [0x80, 1, 0x80, 2, 0, 1],
            [0x80, 1, 0x80, 2, 0, 9, 0, 1],
        ] as [[UInt8]] {
            let series = try TimeSeriesRecord(constant + row + row).series[0]
            #expect(series[.x]?.values == [1, 1] && series[.y]?.values == [2, 2])
            #expect(series[.tipSwitch]?.values == [1, 1])
        }
        #expect(throws: DrawingFileError.self) { try TimeSeriesRecord(constant + [0x80, 1, 0x80]) }
    }

    @Test("Every channel survives reading and writing", arguments: 0..<60 as Range<UInt64>)
    func everyChannelSurvives(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let edition = TimeSeriesRecord.Edition.allCases[Int(seed % 2)]
        let series = (0..<(edition == .first ? 1 : Int(seed % 5))).map { _ in Self.randomSeries(&random, edition) }
        let record = TimeSeriesRecord(edition, series)
        let bytes = try record.bytes()
        #expect(try TimeSeriesRecord(bytes) == record)
        #expect(try TimeSeriesRecord(bytes).bytes() == bytes)
        for count in 0..<bytes.count {
            #expect(throws: DrawingFileError.self) { try TimeSeriesRecord(Array(bytes.prefix(count))) }
        }
        #expect(throws: DrawingFileError.self) { try TimeSeriesRecord(bytes + [0]) }
    }

    private static func randomSeries(
        _ random: inout SplitMix64, _ edition: TimeSeriesRecord.Edition
    ) -> TimeSeries {
        let count = Int.random(in: 0...9, using: &random)
        let channels = TimeSeriesChannel.allCases.filter { $0 == .x || Bool.random(using: &random) }
        let columns = channels.map { channel in
            var column = TimeSeries.Column(channel)
            func maybe(_ range: ClosedRange<Int32>) -> Int32? {
                Bool.random(using: &random) ? Int32.random(in: range, using: &random) : nil
            }
            let range: ClosedRange<Int32> = channel.isSigned ? -32_768...32_767 : 0...65_535
            column.scale = maybe(0...65_535).map { TimeSeriesScale(bits: UInt16($0)) }
            (column.minimum, column.maximum, column.mean) = (maybe(range), maybe(range), maybe(range))
            column.standardDeviation = maybe(0...65_535)
            column.isLinearComponentRemoved = Bool.random(using: &random)
            column.isConstant = channel != .x && Int.random(in: 0..<4, using: &random) == 0
            if !column.isConstant {
                column.values = (0..<count).map { _ in Int32.random(in: channel.fullRange, using: &random) }
            }
            return column
        }
        var series = TimeSeries(columns, count: count)
        if Bool.random(using: &random) { series.extendedData = [1, 2, 3] }
        if edition == .second {
            var capture = TimeSeriesCapture(date: Double.random(in: -1e10...1e10, using: &random))
            capture.technology = 4
            capture.vendor = 0xABCD
            capture.device = 0x1234
            capture.quality = [[80, 1, 2, 3, 4]]
            capture.certifications = [[7, 8, 9]]
            series.capture = capture
        }
        return series
    }

    @Test("A drawing survives both editions", arguments: 0..<30 as Range<UInt64>)
    func drawingSurvives(seed: UInt64) throws {
        var drawing = SyntheticHand.drawing(seed: seed).inSequence
        drawing.date = 1_700_000_000.125
        for format in [DrawingFormat.timeSeries2007, .timeSeries2014] {
            let data = try DrawingFile.data(of: drawing, as: format)
            let named = try DrawingFile.read(data)[0]
            #expect(try DrawingFile.format(of: data) == format)
            let read = named.drawing
            #expect(named.warnings.isEmpty)
            #expect(read.date == (format == .timeSeries2014 ? drawing.date : nil))
            #expect(abs(read.size.width - drawing.size.width) < 0.05)
            #expect(read.strokes.map(\.points.count) == drawing.strokes.map(\.points.count))
            let hasPressure = drawing.strokes.contains { $0.points.contains { $0.pressure != nil } }
            for (stroke, other) in zip(drawing.strokes, read.strokes) {
                #expect(abs(stroke.start - other.start) < 0.0001)
                for (point, found) in zip(stroke.points, other.points) {
                    #expect(abs(point.position.x - found.position.x) < 0.025)
                    #expect(abs(point.position.y - found.position.y) < 0.025)
                    #expect(abs(point.time - found.time) < 0.0002)
                    #expect(abs((point.pressure ?? 0) - (found.pressure ?? 0)) < 0.0001)
                    #expect((found.pressure != nil) == hasPressure)
                    if let tilt = point.tilt {
                        #expect(abs(tilt - (found.tilt ?? 9)) < 0.0001)
                        #expect(abs((point.azimuth ?? 0) - (found.azimuth ?? 9)) < 0.0001)
                    }
                }
            }
            // Nothing more is lost the second time.
            #expect(try DrawingFile.data(of: read, as: format) == data)
        }
    }

    @Test("A long pause between strokes leaves the times of all samples as they are", arguments: [6.6, 700, 60_000])
    func longPausesKeepTheTimes(pause: Double) throws {
        func samples(_ x: Double) throws -> [StrokePoint] {
            (0..<30).map { StrokePoint(InkPoint(x: x + Double($0), y: 20), time: Double($0) * 0.008, pressure: 0.5) }
        }
        let drawing = Drawing(
            size: InkSize(width: 100, height: 50),
            strokes: [
                try Stroke(samples(0), start: pause), try Stroke(samples(40), start: 2 * pause + 0.232),
            ])
        for format in [DrawingFormat.timeSeries2007, .timeSeries2014] {
            let data = try DrawingFile.data(of: drawing, as: format)
            let read = try DrawingFile.read(data)[0]
            #expect(read.warnings.isEmpty)
            #expect(read.drawing.strokes.map(\.points.count) == [30, 30])
            for (stroke, other) in zip(drawing.strokes, read.drawing.strokes) {
                #expect(abs(stroke.start - other.start) <= 1e-4)
                for (point, found) in zip(stroke.points, other.points) {
                    #expect(abs(point.time - found.time) <= 1e-4)
                }
            }
            #expect(try DrawingFile.data(of: read.drawing, as: format) == data)
        }
    }

    @Test("Pauses that would need too many samples make the steps longer, and never the file")
    func pausesOfYearsStaySmall() throws {
        for start in [1e6, 1e9, Stroke.startLimit] {
            let points = (0..<3).map { StrokePoint(InkPoint(x: Double($0), y: 0), time: Double($0) * 0.5) }
            let drawing = Drawing(size: InkSize(width: 9, height: 9), strokes: [try Stroke(points, start: start)])
            let series = try TimeSeries(drawing)
            #expect(series.count <= 4 + TimeSeries.maximumBridges)
            #expect(abs(try series.drawing().drawing.strokes[0].start - start) < start * 1e-3)
        }
        // A pause within a stroke cannot be bridged by samples without contact.
        let held = [StrokePoint(.zero, time: 0), StrokePoint(InkPoint(x: 1, y: 1), time: 60)]
        let drawing = Drawing(size: InkSize(width: 9, height: 9), strokes: [try Stroke(held)])
        let read = try TimeSeries(drawing).drawing().drawing
        #expect(read.strokes.map(\.points.count) == [2] && abs(read.strokes[0].duration - 60) < 0.001)
    }

    @Test("A stroke that begins before its predecessor ends keeps the times between its samples")
    func overlappingStrokesKeepTheirTimes() throws {
        func stroke(_ y: Double, start: Double) throws -> Stroke {
            let points = (0..<30).map { StrokePoint(InkPoint(x: Double($0), y: y), time: Double($0) * 0.1) }
            return try Stroke(points, start: start)
        }
        for early in [0, -1e9, -Stroke.startLimit / 2] {
            let drawing = Drawing(
                size: InkSize(width: 50, height: 50),
                strokes: try [
                    stroke(1, start: -1), stroke(20, start: early), stroke(40, start: 3), stroke(49, start: 20),
                ])
            for format in [DrawingFormat.timeSeries2007, .timeSeries2014, .timeSeriesCompact] {
                let read = try DrawingFile.read(try DrawingFile.data(of: drawing, as: format), as: format)[0].drawing
                #expect(read.strokes.map(\.points.count) == [30, 30, 30, 30])
                var end = 0.0
                for (stroke, other) in zip(drawing.strokes, read.strokes) {
                    #expect(other.start >= end - 1e-9, "\(format)")
                    end = other.start + other.duration
                    for (point, found) in zip(stroke.points, other.points) {
                        #expect(abs(point.time - found.time) <= 0.005, "\(format)")
                    }
                }
                // The last one does not overlap.
                #expect(abs(read.strokes[3].start - (format == .timeSeriesCompact ? 21 : 20)) <= 0.005, "\(format)")
            }
        }
    }

    @Test("An overlapping stroke that would be refused elsewhere is written without its earlier times")
    func overlappingStrokesStayReadable() throws {
        func stroke(_ times: [Double], start: Double = 0) throws -> Stroke {
            try Stroke(
                times.enumerated().map { StrokePoint(InkPoint(x: Double($0), y: 1), time: $1) }, start: start)
        }
        let limit = Stroke.timeLimit
        let far = Stroke.startLimit / 2
        let spans: [[Stroke]] = [
            try [stroke([-limit, limit])],
            try [stroke([0, 1]), stroke([-limit, limit])],
            try [stroke([0, 1]), stroke([0, limit]), stroke([0, limit])],
            try [stroke([0, 1], start: far), stroke([0, limit]), stroke([0, limit]), stroke([0, 1])],
        ]
        for strokes in spans {
            let drawing = Drawing(size: InkSize(width: 9, height: 9), strokes: strokes)
            for format in [DrawingFormat.timeSeries2007, .timeSeries2014] {
                let read = try DrawingFile.read(try DrawingFile.data(of: drawing, as: format), as: format)[0].drawing
                #expect(read.strokes.map(\.points.count) == strokes.map(\.points.count))
            }
        }
        // The compact format has no pauses of more than a second within a stroke.
        let drawing = Drawing(
            size: InkSize(width: 9, height: 9), strokes: try [stroke([0, 1, 2, 3]), stroke([0, 2, 3], start: 1)])
        let data = try DrawingFile.data(of: drawing, as: .timeSeriesCompact)
        let read = try DrawingFile.read(data, as: .timeSeriesCompact)[0].drawing
        #expect(read.strokes.map(\.points.count) == [4, 3])
        #expect(read.strokes.map(\.start) == [0, 3] && read.strokes[1].points.map(\.time) == [0, 0, 1])
    }

    @Test("Tilts along the axes become tilt and azimuth") func tiltsAlongTheAxesAreUnderstood() throws {
        let one = TimeSeriesScale(exactly: 1)
        let columns = [
            TimeSeries.Column(.x, values: [0]), TimeSeries.Column(.y, values: [0]),
            TimeSeries.Column(.tiltX, scale: one, values: [0]), TimeSeries.Column(.tiltY, scale: one, values: [30]),
        ]
        let drawing = try TimeSeries(columns, count: 1).drawing().drawing
        let point = drawing.strokes[0].points[0]
        #expect(abs((point.tilt ?? 0) - .pi / 6) < 1e-9 && abs((point.azimuth ?? 0) + .pi / 2) < 1e-9)
    }

    @Test("The compact format keeps shape, strokes and pauses", arguments: 0..<20 as Range<UInt64>)
    func compactKeepsTheShape(seed: UInt64) throws {
        let drawing = SyntheticHand.drawing(seed: seed).inSequence
        let data = try DrawingFile.data(of: drawing, as: .timeSeriesCompact)
        let read = try DrawingFile.read(data, as: .timeSeriesCompact)[0].drawing
        #expect(read.strokes.map(\.points.count) == drawing.strokes.map(\.points.count))
        let bounds = drawing.sampleBounds
        let side = max(bounds.width, bounds.height)
        let first = try #require(drawing.strokes.first)
        for (stroke, other) in zip(drawing.strokes, read.strokes) {
            #expect(abs((stroke.start - first.start) - (other.start - read.strokes[0].start)) < 0.005)
            for (point, found) in zip(stroke.points, other.points) where side > 0 {
                let a = (point.position - first.points[0].position) * (255 / side)
                let b = found.position - read.strokes[0].points[0].position
                #expect(abs(a.x - b.x) <= 1.01 && abs(a.y - b.y) <= 1.01)
                #expect(abs(point.time - found.time) <= 0.005)
            }
        }
        #expect(throws: DrawingFileError.self) { try DrawingFile.read(data.dropLast(1), as: .timeSeriesCompact) }
    }

    @Test("The compact format bridges pauses of hours, and refuses more of them than it has samples for")
    func compactRefusesLongPauses() throws {
        func written(_ count: Int) throws -> Data {
            let dots = try (0..<count).map { i in
                try Stroke([StrokePoint(InkPoint(x: Double(i), y: 0), time: 0)], start: 4000 * Double(i))
            }
            return try DrawingFile.data(
                of: Drawing(size: InkSize(width: 20, height: 20), strokes: dots), as: .timeSeriesCompact)
        }
        let read = try DrawingFile.read(written(3), as: .timeSeriesCompact)[0].drawing
        #expect(read.strokes.map(\.start) == [0, 4000, 8000])
        let reason = "The drawing's times are too far apart for the compact format."
        #expect(throws: DrawingFileError.unwritable(reason: reason)) { try written(20) }
    }

    @Test("The compact format takes a drawing of no size", arguments: [0, .leastNonzeroMagnitude, 1e-306])
    func compactTakesADrawingOfNoSize(side: Double) throws {
        let points = [0, side].enumerated().map { StrokePoint(InkPoint(x: $1, y: 0), time: 0.01 * Double($0)) }
        let data = try DrawingFile.data(
            of: Drawing(size: InkSize(width: 20, height: 20), strokes: [try Stroke(points)]), as: .timeSeriesCompact)
        #expect(try DrawingFile.read(data, as: .timeSeriesCompact)[0].drawing.strokes[0].points.count == 2)
    }

    @Test("Numbers that a scaling value represents are exact") func scalesAreExact() {
        for number in [10_000.0, 1000, 100, 10, 1, 0.5, 182, 250, 1 / 65_536.0] {
            #expect(TimeSeriesScale(exactly: number)?.value == number)
        }
        for number in [0, -1, 65_536, 1.0001, .nan, .infinity] {
            #expect(TimeSeriesScale(exactly: number) == nil)
        }
        #expect(TimeSeriesScale(bits: 0xFFFF).value == 65_520)
    }

    @Test("Dates of capture are those of the calendar") func datesAreThoseOfTheCalendar() throws {
        let formatter = ISO8601DateFormatter()
        for text in ["2024-02-29T23:59:59Z", "1970-01-01T00:00:00Z", "1900-03-01T12:00:00Z", "2100-12-31T01:02:03Z"] {
            let date = try #require(formatter.date(from: text)).timeIntervalSince1970
            let capture = TimeSeriesCapture(date: date + 0.25)
            #expect(capture.date == date + 0.25)
            let year = Int(capture.dateBytes[0]) << 8 | Int(capture.dateBytes[1])
            #expect(year == Int(text.prefix(4)))
            let (month, day) = (Int(text.dropFirst(5).prefix(2)), Int(text.dropFirst(8).prefix(2)))
            #expect(capture.dateBytes[2...3].map(Int.init) == [month, day])
        }
        #expect(TimeSeriesCapture(date: nil).date == nil && TimeSeriesCapture(date: 1e300).date == nil)
        #expect(TimeSeriesCapture(date: nil).dateBytes == [UInt8](repeating: 0xFF, count: 9))
    }

    @Test("Counts beyond the record's length allocate nothing") func hugeCountsAreRefused() {
        let head = Array("SDI\0 10\0".utf8)
        for bytes in [
            head + [0, 0, 0, 0, 0xFF, 0xFF, 0xFF], head + [0x80, 0, 0x04, 0, 0, 0xFF, 0xFF, 0xFF],
            head + [0x80, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x80, 0],
            Array("SDI\u{0}020\0".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        ] as [[UInt8]] {
            #expect(throws: DrawingFileError.self) { try TimeSeriesRecord(bytes) }
        }
    }
}

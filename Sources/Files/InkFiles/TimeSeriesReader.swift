// SPDX-License-Identifier: MIT

/// Reads the full format of ISO/IEC 19794-7. Numbers are stored with the most significant byte first.
struct TimeSeriesReader {
    private var input: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { input = bytes }

    mutating func record() throws(DrawingFileError) -> TimeSeriesRecord {
        guard try take(4).elementsEqual(TimeSeriesRecord.magic) else {
            throw Self.error("the record does not begin with SDI.")
        }
        let version = try take(4)
        if version.elementsEqual(TimeSeriesRecord.firstVersion) {
            let series = try channels()
            guard input.isEmpty else { throw Self.error("something follows the samples.") }
            return TimeSeriesRecord(.first, [series])
        }
        guard version.elementsEqual(TimeSeriesRecord.secondVersion) else {
            throw Self.error("the record is of an edition other than 2007 and 2014.")
        }
        return TimeSeriesRecord(.second, try representations())
    }

    // MARK: The edition of 2014

    private mutating func representations() throws(DrawingFileError) -> [TimeSeries] {
        let length = try number(4)
        // The length counts the magic, the version and itself.
        guard length == input.count + 12 else {
            throw Self.error("the record does not have the length that it states.")
        }
        let count = try number(2)
        let certified = try number(1)
        guard certified <= 1 else { throw Self.error("the certification flag is neither 0 nor 1.") }
        var series: [TimeSeries] = []
        for _ in 0..<count { series.append(try representation(isCertified: certified == 1)) }
        guard input.isEmpty else { throw Self.error("something follows the last signature.") }
        return series
    }

    private mutating func representation(isCertified: Bool) throws(DrawingFileError) -> TimeSeries {
        let length = try number(4)
        guard length >= 4 else { throw Self.error("a signature states an impossible length.") }
        var reader = Self(try take(length - 4))
        var capture = TimeSeriesCapture(dateBytes: Array(try reader.take(TimeSeriesCapture.dateCount)))
        capture.technology = UInt8(try reader.number(1))
        capture.vendor = UInt16(try reader.number(2))
        capture.device = UInt16(try reader.number(2))
        capture.quality = try reader.blocks(of: TimeSeriesCapture.qualityCount)
        if isCertified { capture.certifications = try reader.blocks(of: TimeSeriesCapture.certificationCount) }
        var series = try reader.channels()
        guard reader.input.isEmpty else { throw Self.error("something follows the samples.") }
        series.capture = capture
        return series
    }

    private mutating func blocks(of size: Int) throws(DrawingFileError) -> [[UInt8]] {
        let count = try number(1)
        var blocks: [[UInt8]] = []
        for _ in 0..<count { blocks.append(Array(try take(size))) }
        return blocks
    }

    // MARK: Channels and samples

    private mutating func channels() throws(DrawingFileError) -> TimeSeries {
        let inclusion = UInt16(try number(2))
        var columns: [TimeSeries.Column] = []
        for channel in TimeSeriesChannel.allCases where inclusion & channel.bit != 0 {
            columns.append(try column(channel))
        }
        _ = try number(1)  // reserved
        let hasExtendedData = try number(1) != 0
        let count = try number(3)
        var series = TimeSeries(columns, count: count)
        guard let layout = SampleLayout.all.first(where: { fits($0, series, hasExtendedData: hasExtendedData) }) else {
            throw Self.error("the samples do not have the length that the record states.")
        }
        for i in series.columns.indices where layout.bytes(of: series.columns[i]) > 0 {
            series.columns[i].values.reserveCapacity(count)
        }
        for _ in 0..<count {
            for i in series.columns.indices {
                let size = layout.bytes(of: series.columns[i])
                guard size > 0 else { continue }
                let stored = Int32(try number(size))
                let channel = series.columns[i].channel
                guard channel != .tipSwitch || stored <= 255 else { throw Self.error("a tip switch is out of range.") }
                series.columns[i].values.append(channel.isSigned ? stored - 32_768 : stored)
            }
        }
        if hasExtendedData { series.extendedData = Array(try take(try number(2))) }
        return series
    }

    /// The bits of the byte before a channel's attributes.
    enum Attribute {
        static let scale: UInt8 = 0x80
        static let minimum: UInt8 = 0x40
        static let maximum: UInt8 = 0x20
        static let mean: UInt8 = 0x10
        static let standardDeviation: UInt8 = 0x08
        static let constant: UInt8 = 0x04
        static let linearComponentRemoved: UInt8 = 0x02
    }

    private mutating func column(_ channel: TimeSeriesChannel) throws(DrawingFileError) -> TimeSeries.Column {
        let flags = UInt8(try number(1))
        let offset: Int32 = channel.isSigned ? 32_768 : 0
        var column = TimeSeries.Column(channel)
        if flags & Attribute.scale != 0 { column.scale = TimeSeriesScale(bits: UInt16(try number(2))) }
        if flags & Attribute.minimum != 0 { column.minimum = Int32(try number(2)) - offset }
        if flags & Attribute.maximum != 0 { column.maximum = Int32(try number(2)) - offset }
        if flags & Attribute.mean != 0 { column.mean = Int32(try number(2)) - offset }
        if flags & Attribute.standardDeviation != 0 { column.standardDeviation = Int32(try number(2)) }
        column.isConstant = flags & Attribute.constant != 0
        column.isLinearComponentRemoved = flags & Attribute.linearComponentRemoved != 0
        return column
    }

    /// A layout of samples. Descriptions of the format differ in two points, so the length decides.
    private struct SampleLayout {
        var omitsConstants: Bool
        var switchBytes: Int

        /// The layouts by preference; the first is what InkLock writes.
        static let all = [
            SampleLayout(omitsConstants: true, switchBytes: 1), SampleLayout(omitsConstants: false, switchBytes: 1),
            SampleLayout(omitsConstants: true, switchBytes: 2), SampleLayout(omitsConstants: false, switchBytes: 2),
        ]

        func bytes(of column: TimeSeries.Column) -> Int {
            omitsConstants && column.isConstant ? 0 : column.channel == .tipSwitch ? switchBytes : 2
        }
    }

    /// Returns whether the samples in this layout, and the extended data after them, are all that is left.
    private func fits(_ layout: SampleLayout, _ series: TimeSeries, hasExtendedData: Bool) -> Bool {
        let size = series.columns.reduce(0) { $0 + layout.bytes(of: $1) }
        // Without any byte for a sample, nothing would bound their number.
        guard size > 0 || series.count == 0 else { return false }
        let rest = input.count - size * series.count
        guard hasExtendedData else { return rest == 0 }
        guard rest >= 2 else { return false }
        let start = input.endIndex - rest
        return rest == 2 + (Int(input[start]) << 8 | Int(input[start + 1]))
    }

    // MARK: Bytes

    private mutating func take(_ count: Int) throws(DrawingFileError) -> ArraySlice<UInt8> {
        guard count <= input.count else { throw Self.error("the record ends too early: fetch or save it again.") }
        defer { input = input.dropFirst(count) }
        return input.prefix(count)
    }

    private mutating func number(_ count: Int) throws(DrawingFileError) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func error(_ reason: String) -> DrawingFileError { .invalidContent(at: .init(), reason: reason) }
}

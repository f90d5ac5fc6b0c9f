// SPDX-License-Identifier: MIT

/// Writes the full format of ISO/IEC 19794-7.
struct TimeSeriesWriter {
    private(set) var output: [UInt8] = []

    mutating func write(_ record: TimeSeriesRecord) throws(DrawingFileError) {
        output = TimeSeriesRecord.magic
        switch record.edition {
        case .first:
            guard record.series.count == 1 else {
                throw .unwritable(reason: "The edition of 2007 holds one signature.")
            }
            output += TimeSeriesRecord.firstVersion
            try write(record.series[0])
        case .second:
            try writeRepresentations(record.series)
        }
    }

    private mutating func writeRepresentations(_ series: [TimeSeries]) throws(DrawingFileError) {
        guard series.count <= 0xFFFF else { throw .unwritable(reason: "A record holds at most 65535 signatures.") }
        let isCertified = series.contains { $0.capture?.certifications != nil }
        output += TimeSeriesRecord.secondVersion
        let length = output.count
        append(0, bytes: 4)
        append(series.count, bytes: 2)
        append(isCertified ? 1 : 0, bytes: 1)
        for one in series {
            let start = output.count
            append(0, bytes: 4)
            let capture = one.capture ?? TimeSeriesCapture(date: nil)
            output += capture.dateBytes
            append(Int(capture.technology), bytes: 1)
            append(Int(capture.vendor), bytes: 2)
            append(Int(capture.device), bytes: 2)
            try append(capture.quality, of: TimeSeriesCapture.qualityCount)
            if isCertified { try append(capture.certifications ?? [], of: TimeSeriesCapture.certificationCount) }
            try write(one)
            setLength(output.count - start, at: start)
        }
        setLength(output.count, at: length)
    }

    private mutating func append(_ blocks: [[UInt8]], of size: Int) throws(DrawingFileError) {
        guard blocks.count <= 255, blocks.allSatisfy({ $0.count == size }) else {
            throw .unwritable(reason: "The record's quality or certification records have the wrong number or length.")
        }
        append(blocks.count, bytes: 1)
        for block in blocks { output += block }
    }

    private mutating func write(_ series: TimeSeries) throws(DrawingFileError) {
        guard series.count <= TimeSeriesRecord.maximumSamples else {
            throw .unwritable(reason: "A record holds at most \(TimeSeriesRecord.maximumSamples) samples.")
        }
        guard series.extendedData.count <= 0xFFFF else {
            throw .unwritable(reason: "A record holds at most 65535 bytes of extended data.")
        }
        guard zip(series.columns, series.columns.dropFirst()).allSatisfy({ $0.channel.rawValue < $1.channel.rawValue })
        else { throw .unwritable(reason: "A record's channels are not in the standard's order.") }
        append(Int(series.columns.reduce(0) { $0 | $1.channel.bit }), bytes: 2)
        for column in series.columns { try describe(column, count: series.count) }
        append(0, bytes: 1)
        append(series.extendedData.isEmpty ? 0 : 0x80, bytes: 1)
        append(series.count, bytes: 3)
        let stored = series.columns.filter { !$0.isConstant || !$0.values.isEmpty }
        for i in 0..<series.count {
            for column in stored {
                let value = column.values[i]
                append(
                    Int(column.channel.isSigned ? value + 32_768 : value), bytes: column.channel == .tipSwitch ? 1 : 2)
            }
        }
        if !series.extendedData.isEmpty {
            append(series.extendedData.count, bytes: 2)
            output += series.extendedData
        }
    }

    private mutating func describe(_ column: TimeSeries.Column, count: Int) throws(DrawingFileError) {
        typealias Attribute = TimeSeriesReader.Attribute
        let isComplete = column.values.count == count || column.isConstant && column.values.isEmpty
        let range = column.channel.fullRange
        let wide: ClosedRange<Int32> = column.channel.isSigned ? -32_768...32_767 : 0...65_535
        let limits = [column.minimum, column.maximum, column.mean].compactMap(\.self)
        guard isComplete, column.values.allSatisfy(range.contains), limits.allSatisfy(wide.contains),
            0...65_535 ~= column.standardDeviation ?? 0
        else { throw .unwritable(reason: "A channel's values do not fit the record.") }
        var flags: UInt8 = 0
        if column.scale != nil { flags |= Attribute.scale }
        if column.minimum != nil { flags |= Attribute.minimum }
        if column.maximum != nil { flags |= Attribute.maximum }
        if column.mean != nil { flags |= Attribute.mean }
        if column.standardDeviation != nil { flags |= Attribute.standardDeviation }
        if column.isConstant { flags |= Attribute.constant }
        if column.isLinearComponentRemoved { flags |= Attribute.linearComponentRemoved }
        append(Int(flags), bytes: 1)
        let offset: Int32 = column.channel.isSigned ? 32_768 : 0
        if let scale = column.scale { append(Int(scale.bits), bytes: 2) }
        for limit in limits { append(Int(limit + offset), bytes: 2) }
        if let deviation = column.standardDeviation { append(Int(deviation), bytes: 2) }
    }

    private mutating func append(_ number: Int, bytes count: Int) {
        for shift in (0..<count).reversed() { output.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    private mutating func setLength(_ length: Int, at offset: Int) {
        for i in 0..<4 { output[offset + i] = UInt8(truncatingIfNeeded: length >> (8 * (3 - i))) }
    }
}

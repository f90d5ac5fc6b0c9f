// SPDX-License-Identifier: MIT

/// The compact format of ISO/IEC 19794-7: one byte for each channel of each sample, and nothing else.
///
/// The channels and their scales are not in the bytes. Writer and reader agree on them by other means; a smart card
/// states them in its templates.
public enum CompactTimeSeries {
    /// Returns the samples in the compact format.
    /// - Throws: `.unwritable` for a value that one byte cannot store, or a column with more or fewer values than
    ///   samples.
    /// - Complexity: O(values).
    public static func bytes(_ series: TimeSeries) throws(DrawingFileError) -> [UInt8] {
        let fits = series.columns.allSatisfy { column in
            column.values.count == series.count && column.values.allSatisfy(column.channel.compactRange.contains)
        }
        guard fits else { throw .unwritable(reason: "A channel's values do not fit into one byte each.") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(series.count * series.columns.count)
        for i in 0..<series.count {
            for column in series.columns {
                bytes.append(UInt8(column.channel.isSigned ? column.values[i] + 128 : column.values[i]))
            }
        }
        return bytes
    }

    /// Reads samples from untrusted bytes.
    /// - Parameters:
    ///   - bytes: The samples.
    ///   - columns: The agreed channels with their scales. Their values are replaced.
    /// - Throws: `.invalidContent` if the bytes are not a whole number of samples.
    /// - Complexity: O(`bytes.count`).
    public static func series(
        _ bytes: [UInt8], columns: [TimeSeries.Column]
    ) throws(DrawingFileError) -> TimeSeries {
        guard !columns.isEmpty, bytes.count % columns.count == 0 else {
            throw .invalidContent(at: .init(), reason: "the bytes are not a whole number of samples.")
        }
        var series = TimeSeries(columns, count: bytes.count / columns.count)
        for i in columns.indices {
            let offset: Int32 = columns[i].channel.isSigned ? 128 : 0
            series.columns[i].values = stride(from: i, to: bytes.count, by: columns.count).map {
                Int32(bytes[$0]) - offset
            }
        }
        return series
    }
}

// SPDX-License-Identifier: MIT

/// A record of ISO/IEC 19794-7 with all its channels, as stored. docs/SPEC.md describes the known parts of the layouts.
///
/// The ``bytes()`` of a record that ``init(_:)`` has read equal the original bytes. Exceptions are parts that readers
/// ignore: reserved bits, the second byte of a tip switch that another program stored in two bytes, the mark and the
/// length of extended data without a byte, and the flag of certifications in a record without signatures.
public struct TimeSeriesRecord: Hashable, Sendable {
    /// The layouts of the full format.
    public enum Edition: Hashable, Sendable, CaseIterable {
        /// ISO/IEC 19794-7:2007: one signature.
        case first
        /// ISO/IEC 19794-7:2014: signatures with the date and device of their capture.
        case second
    }

    /// The maximum number of samples of a signature.
    public static let maximumSamples = 0xFF_FFFF

    /// The layout.
    public var edition: Edition
    /// The signatures; exactly one in the first edition.
    public var series: [TimeSeries]

    static let magic: [UInt8] = [0x53, 0x44, 0x49, 0]  // SDI
    static let firstVersion: [UInt8] = [0x20, 0x31, 0x30, 0]  // 10
    static let secondVersion: [UInt8] = [0x30, 0x32, 0x30, 0]  // 020

    public init(_ edition: Edition, _ series: [TimeSeries]) {
        self.edition = edition
        self.series = series
    }

    /// Reads a record from untrusted bytes.
    /// - Throws: `.invalidContent`. Damaged records are never repaired.
    /// - Complexity: O(`bytes.count`). Memory is at most sixteen times that.
    public init(_ bytes: [UInt8]) throws(DrawingFileError) {
        var reader = TimeSeriesReader(bytes[...])
        self = try reader.record()
    }

    /// Returns the record's bytes.
    /// - Throws: `.unwritable` for a column with more or fewer values than samples, a value out of range, channels that
    ///   are not in order, or too many samples.
    /// - Complexity: O(values).
    public func bytes() throws(DrawingFileError) -> [UInt8] {
        var writer = TimeSeriesWriter()
        try writer.write(self)
        return writer.output
    }
}

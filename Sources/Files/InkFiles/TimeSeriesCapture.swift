// SPDX-License-Identifier: MIT

/// The circumstances of a signature's capture, as ISO/IEC 19794-7:2014 stores them.
public struct TimeSeriesCapture: Hashable, Sendable {
    /// The date and time of capture in UTC, as stored: two bytes of the year, one each of month, day, hour, minute and
    /// second, two of the milliseconds. In an unknown part, all bits are set.
    public var dateBytes: [UInt8]
    /// The technology of the device; 0 if unknown.
    public var technology: UInt8 = 0
    /// The vendor of the device; 0 if unknown.
    public var vendor: UInt16 = 0
    /// The vendor's number of the device; 0 if unknown.
    public var device: UInt16 = 0
    /// The quality records, of five bytes each: score, vendor and algorithm.
    public var quality: [[UInt8]] = []
    /// The certification records, of three bytes each; `nil` if the record has no place for them.
    public var certifications: [[UInt8]]?

    static let dateCount = 9
    static let qualityCount = 5
    static let certificationCount = 3

    /// Creates a capture at a date, in seconds since 1970, rounded to milliseconds. Years 1 to 9999 are stored.
    public init(date: Double?) {
        dateBytes = [UInt8](repeating: 0xFF, count: Self.dateCount)
        guard let date, date.isFinite, abs(date) < 1e12 else { return }
        let milliseconds = Int64((date * 1000).rounded())
        let (days, ofDay) = Self.divided(milliseconds, 86_400_000)
        // The days of a year that begins in March, in cycles of 400 years.
        let (cycle, dayOfCycle) = Self.divided(days + 719_468, 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = cycle * 400 + yearOfCycle + (month >= 10 ? 1 : 0)
        guard 1...9999 ~= year else { return }
        let (seconds, rest) = (ofDay / 1000, ofDay % 1000)
        dateBytes = [
            UInt8(year >> 8), UInt8(year & 0xFF), UInt8(month < 10 ? month + 3 : month - 9), UInt8(day),
            UInt8(seconds / 3600), UInt8(seconds / 60 % 60), UInt8(seconds % 60),
            UInt8(rest >> 8), UInt8(rest & 0xFF),
        ]
    }

    init(dateBytes: [UInt8]) { self.dateBytes = dateBytes }

    /// The date in seconds since 1970; `nil` if a part is unknown or not a date.
    public var date: Double? {
        let fields = dateBytes.map(Int64.init)
        guard fields.count == Self.dateCount else { return nil }
        let (year, month, day) = (fields[0] << 8 | fields[1], fields[2], fields[3])
        let milliseconds = fields[7] << 8 | fields[8]
        guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day, fields[4] < 24, fields[5] < 60, fields[6] < 61,
            milliseconds < 1000
        else { return nil }
        let shifted = month > 2 ? year : year - 1
        let (cycle, yearOfCycle) = Self.divided(shifted, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
        let seconds = days * 86_400 + fields[4] * 3600 + fields[5] * 60 + fields[6]
        return Double(seconds * 1000 + milliseconds) / 1000
    }

    private static func divided(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let remainder = number % divisor
        return remainder < 0 ? (number / divisor - 1, remainder + divisor) : (number / divisor, remainder)
    }
}

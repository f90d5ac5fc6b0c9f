// SPDX-License-Identifier: MIT

/// A simultaneous reading of a device's two clocks.
///
/// The wall clock gives the date and time, but the device's owner can change it. The monotonic clock cannot be set, so
/// two readings show whether the wall clock was set back between them. Use a monotonic clock that continues while the
/// device sleeps, if there is one. With any other clock, sleep looks the same as a wall clock that was set forward.
public struct EvidenceClock: Hashable, Sendable {
    /// The largest reading of either clock: the year 9999.
    public static let limit: Int64 = 253_402_300_799_999

    /// The wall clock in milliseconds since 1970-01-01 UTC, −``limit``...``limit``.
    public var wallMilliseconds: Int64
    /// The monotonic clock in milliseconds since a fixed time, such as the start of the device, 0...``limit``.
    public var monotonicMilliseconds: Int64

    public init(wallMilliseconds: Int64, monotonicMilliseconds: Int64) {
        self.wallMilliseconds = wallMilliseconds
        self.monotonicMilliseconds = monotonicMilliseconds
    }

    var isInRange: Bool {
        -Self.limit...Self.limit ~= wallMilliseconds && 0...Self.limit ~= monotonicMilliseconds
    }

    func write(to output: inout CBORWriter) {
        output.array(2)
        output.integer(wallMilliseconds)
        output.integer(monotonicMilliseconds)
    }

    init(from input: inout CBORReader) throws(CBORError) {
        let start = input.fault
        _ = try input.array(2...2)
        self.init(wallMilliseconds: try input.integer(), monotonicMilliseconds: try input.integer())
        guard isInRange else { throw start }
    }
}

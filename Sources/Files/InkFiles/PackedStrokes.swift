// SPDX-License-Identifier: MIT
import CZlib
import InkExport
import InkStroke

/// Version 2 of the compact format: every number exactly, or rounded to a known step, in few bytes. docs/SPEC.md
/// specifies every byte.
///
/// Each number is stored as its difference from a prediction, by an arithmetic coder that adapts to the size of the
/// differences. ``DrawingFormat/compact`` writes this version, and ``decode(_:)`` reads both. `StrokeCodec` writes and
/// reads version 1 alone, which the browser's modules use.
public enum PackedStrokes {
    /// The steps to which numbers are rounded.
    public struct Rounding: Hashable, Sendable {
        /// The steps per point: 1 to 1,000,000, as for all steps.
        public var pointSteps: UInt32
        /// The steps per second.
        public var secondSteps: UInt32
        /// The number of steps from no pressure to full pressure.
        public var pressureSteps: UInt32
        /// The steps per radian of tilt and azimuth.
        public var angleSteps: UInt32

        /// Creates a rounding. By default, positions lose at most 1/32 point, times 0.5 ms, pressures 1/510 and angles
        /// 0.29 degrees.
        public init(
            pointSteps: UInt32 = 16, secondSteps: UInt32 = 1000, pressureSteps: UInt32 = 255, angleSteps: UInt32 = 100
        ) {
            self.pointSteps = pointSteps
            self.secondSteps = secondSteps
            self.pressureSteps = pressureSteps
            self.angleSteps = angleSteps
        }
    }

    /// The version that the encoder writes.
    public static let version: UInt8 = 2
    /// The maximum number of samples per byte of the coded numbers, so that a small file cannot become a large drawing.
    static let samplesPerByte = 2

    /// Returns the drawing in the compact format.
    ///
    /// Encoding never fails. A side of the size that is not finite, negative or above `Stroke.coordinateLimit` becomes
    /// the nearest valid side. A date that is not finite is left out, and a start that is not finite becomes 0.
    /// - Parameters:
    ///   - drawing: The drawing to encode.
    ///   - rounding: The steps to round to; `nil` to keep every number exactly.
    /// - Complexity: O(samples).
    public static func encode(_ drawing: Drawing, rounding: Rounding? = nil) -> [UInt8] {
        var encoder = PackedStrokesEncoder(drawing, rounding: rounding)
        return encoder.encode()
    }

    /// Decodes a drawing of version 1 or 2 from untrusted bytes.
    /// - Throws: `CodecError`. Damaged data is never repaired. Each byte decodes to at most two samples.
    /// - Complexity: O(`bytes.count`).
    public static func decode(_ bytes: [UInt8]) throws(CodecError) -> Drawing {
        guard bytes.count > StrokeCodec.magic.count, bytes[StrokeCodec.magic.count] == version,
            bytes.starts(with: StrokeCodec.magic)
        else { return try StrokeCodec.decode(bytes) }
        var decoder = try PackedStrokesDecoder(bytes)
        return try decoder.decode()
    }

    /// Returns the CRC-32 of zlib and PNG, least significant byte first.
    static func checksumBytes(_ bytes: [UInt8]) -> [UInt8] {
        let sum = crc32(0, bytes, uInt(bytes.count))
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
}

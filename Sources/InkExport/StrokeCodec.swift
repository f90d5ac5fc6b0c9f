// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The compact form of a drawing: about four bytes a sample for a finger at 120 Hz. docs/SPEC.md gives every byte.
///
/// Positions and times are rounded to steps that the header states, and stored as the difference from what the two
/// samples before them predict. Rounding happens once: what has been decoded encodes to the same bytes again.
public enum StrokeCodec {
    /// The four bytes that begin the compact form.
    public static var magic: [UInt8] { [0x49, 0x4E, 0x4B, 0x4C] }  // INKL
    /// The version this encoder writes and this decoder reads.
    public static var version: UInt8 { 1 }

    /// Steps that may be asked for, a point.
    public static var pointSteps: ClosedRange<UInt32> { 1...65_536 }
    /// Steps that may be asked for, a second.
    public static var secondSteps: ClosedRange<UInt32> { 1...1_000_000 }

    static var widthSteps: Double { 1000 }
    static var brushIsRepeated: UInt8 { 0x40 }

    /// The drawing in the compact form.
    ///
    /// Total: sides of the size that are not finite, negative or above `Stroke.coordinateLimit` become the nearest
    /// side that can be written, a date that is not finite is left out, and starts and angles are limited to what 50
    /// bits hold.
    /// - Parameters:
    ///   - drawing: what to keep.
    ///   - stepsPerPoint: positions are rounded to 1 / `stepsPerPoint` points; limited to ``pointSteps``.
    ///   - stepsPerSecond: times are rounded to 1 / `stepsPerSecond` seconds; limited to ``secondSteps``.
    /// - Complexity: O(samples).
    public static func encode(
        _ drawing: Drawing, stepsPerPoint: UInt32 = 64, stepsPerSecond: UInt32 = 10_000
    ) -> [UInt8] {
        var encoder = StrokeEncoder(
            pointSteps: min(max(stepsPerPoint, pointSteps.lowerBound), pointSteps.upperBound),
            secondSteps: min(max(stepsPerSecond, secondSteps.lowerBound), secondSteps.upperBound))
        return encoder.encode(drawing)
    }

    /// The drawing that bytes of unknown origin describe.
    /// - Throws: ``CodecError``; nothing damaged is repaired. Memory stays within a small multiple of `bytes`.
    /// - Complexity: O(`bytes.count`).
    public static func decode(_ bytes: [UInt8]) throws(CodecError) -> Drawing {
        var decoder = StrokeDecoder(bytes)
        return try decoder.decode()
    }
}

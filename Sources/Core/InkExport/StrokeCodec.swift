// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The compact format of a drawing: about four bytes per sample for a finger at 120 Hz. docs/SPEC.md specifies every
/// byte.
///
/// Positions and times are rounded to steps that the header states. They are stored as the difference from a prediction
/// that is made from the two previous samples. Rounding happens once: decoding the encoder's output and encoding the
/// result gives the same bytes.
///
/// This is version 1. `DrawingFile` of InkFiles writes version 2, which this type does not read, and reads both.
public enum StrokeCodec {
    /// The four bytes at the start of the compact format.
    public static var magic: [UInt8] { [0x49, 0x4E, 0x4B, 0x4C] }  // INKL
    /// The version that the encoder writes and the decoder reads.
    public static var version: UInt8 { 1 }

    /// The allowed number of steps per point.
    public static var pointSteps: ClosedRange<UInt32> { 1...65_536 }
    /// The allowed number of steps per second.
    public static var secondSteps: ClosedRange<UInt32> { 1...1_000_000 }

    static var widthSteps: Double { 1000 }
    static var brushIsRepeated: UInt8 { 0x40 }

    /// Returns the drawing in the compact format.
    ///
    /// Encoding never fails. A side of the size that is not finite, negative or above `Stroke.coordinateLimit` becomes
    /// the nearest valid side. A date that is not finite is left out. Starts and angles are limited to the range of 50
    /// bits, and starts to `Stroke.startLimit`. A start that is not a number becomes 0.
    /// - Parameters:
    ///   - drawing: The drawing to encode.
    ///   - stepsPerPoint: The number of steps per point, to which positions are rounded. Limited to ``pointSteps``.
    ///   - stepsPerSecond: The number of steps per second, to which times are rounded. Limited to ``secondSteps``.
    /// - Complexity: O(samples).
    public static func encode(
        _ drawing: Drawing, stepsPerPoint: UInt32 = 64, stepsPerSecond: UInt32 = 10_000
    ) -> [UInt8] {
        var encoder = StrokeEncoder(
            pointSteps: min(max(stepsPerPoint, pointSteps.lowerBound), pointSteps.upperBound),
            secondSteps: min(max(stepsPerSecond, secondSteps.lowerBound), secondSteps.upperBound))
        return encoder.encode(drawing)
    }

    /// Decodes a drawing from untrusted bytes.
    ///
    /// A time before that of the previous sample is raised to it. The encoder never writes such a time. Nothing else is
    /// repaired.
    /// - Throws: ``CodecError``. Memory use stays within a small multiple of `bytes`.
    /// - Complexity: O(`bytes.count`).
    public static func decode(_ bytes: [UInt8]) throws(CodecError) -> Drawing {
        var decoder = StrokeDecoder(bytes)
        return try decoder.decode()
    }
}

/// Predicts a column's next number: 0 at first, then the last number, then linear extrapolation from the last two.
struct LinearPrediction {
    private(set) var next: Int64 = 0
    private var last: Int64?

    /// Appends a number. Arithmetic wraps on overflow, because decoding must accept any number.
    mutating func append(_ value: Int64) {
        next = value &+ (value &- (last ?? value))
        last = value
    }
}

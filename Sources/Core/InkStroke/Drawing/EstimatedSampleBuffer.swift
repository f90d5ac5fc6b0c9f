// SPDX-License-Identifier: MIT

/// A buffer for the samples of a stroke, some of which the device has only estimated and will report again.
///
/// A wireless pen reports force and tilt after position. Samples with estimated properties wait here until they are
/// final and then move to a ``DrawingEditor``, which cannot revise samples that it has taken. The buffered samples can
/// be drawn as a preview in the meantime.
public struct EstimatedSampleBuffer: Sendable {
    /// The maximum number of buffered samples: a quarter of a second at 240 Hz. Beyond it, the oldest keep their
    /// estimated values.
    public static var limit: Int { 60 }

    private struct Entry: Sendable {
        var sample: StrokePoint
        var number: Int?
    }
    private var entries: [Entry] = []

    /// Creates an empty buffer.
    public init() {}

    /// The buffered samples with their latest values, oldest first.
    ///
    /// - Complexity: O(``limit``).
    public var samples: [StrokePoint] { entries.map { $0.sample } }
    /// A Boolean value that indicates whether the buffer is empty.
    public var isEmpty: Bool { entries.isEmpty }

    /// Adds a sample.
    /// - Parameters:
    ///   - sample: The sample as the device reports it at this time, estimated or final.
    ///   - number: The number under which the device will report the sample again, or `nil` if it is final.
    public mutating func append(_ sample: StrokePoint, awaiting number: Int?) {
        entries.append(Entry(sample: sample, number: number))
    }

    /// Replaces an estimate with a later report.
    /// - Parameters:
    ///   - number: The number that the device gave to the estimate.
    ///   - sample: The updated sample.
    ///   - isFinal: A Boolean value that indicates whether the device will send no further update.
    /// - Returns: A Boolean value that indicates whether the buffer contained the estimate.
    /// - Complexity: O(``limit``).
    public mutating func update(_ number: Int, with sample: StrokePoint, isFinal: Bool) -> Bool {
        guard let i = entries.firstIndex(where: { $0.number == number }) else { return false }
        entries[i] = Entry(sample: sample, number: isFinal ? nil : number)
        return true
    }

    /// Removes and returns the leading samples, oldest first, up to the first that is still an estimate.
    /// - Parameter isAll: A Boolean value that indicates whether to return the estimates too, as at the end of a
    ///   stroke.
    public mutating func take(all isAll: Bool = false) -> [StrokePoint] {
        var count = isAll ? entries.count : entries.firstIndex { $0.number != nil } ?? entries.count
        count = max(count, entries.count - Self.limit)
        defer { entries.removeFirst(count) }
        return entries[..<count].map { $0.sample }
    }

    /// Removes all samples, as when the stroke is cancelled.
    public mutating func removeAll() { entries = [] }
}

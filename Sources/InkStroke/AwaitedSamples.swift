// SPDX-License-Identifier: MIT

/// Samples of a stroke in order, some of which a device has only estimated and will send again.
///
/// A pen by radio reports force and tilt later than its place. Samples wait here until they are certain, and then go to a
/// ``DrawingEditor``, which keeps what it has taken; what waits can be drawn after it meanwhile.
public struct AwaitedSamples: Sendable {
    /// How many samples may wait: a quarter of a second at 240 a second. Beyond, the oldest count as they were estimated.
    public static var limit: Int { 60 }

    private struct Entry: Sendable {
        var sample: StrokePoint
        var number: Int?
    }
    private var entries: [Entry] = []

    /// Nothing waits yet.
    public init() {}

    /// What waits, as it is known now, oldest first. Complexity: O(``limit``).
    public var samples: [StrokePoint] { entries.map { $0.sample } }
    /// Whether no sample waits.
    public var isEmpty: Bool { entries.isEmpty }

    /// Adds a sample.
    /// - Parameters:
    ///   - sample: as the device reports it now, an estimate or not.
    ///   - number: what the device calls it when it sends it again; `nil` if it is certain.
    public mutating func append(_ sample: StrokePoint, awaiting number: Int?) {
        entries.append(Entry(sample: sample, number: number))
    }

    /// Puts a later report in place of an estimate. Returns whether it waited for it.
    /// - Parameters:
    ///   - number: what the device called the estimate.
    ///   - sample: what it reports now.
    ///   - isFinal: false if the device will send it once more.
    /// - Complexity: O(``limit``).
    public mutating func update(_ number: Int, with sample: StrokePoint, isFinal: Bool) -> Bool {
        guard let i = entries.firstIndex(where: { $0.number == number }) else { return false }
        entries[i] = Entry(sample: sample, number: isFinal ? nil : number)
        return true
    }

    /// Removes and returns the samples, oldest first, that nothing before them waits for any more.
    /// - Parameter isAll: whether to take the estimates too, as when the stroke has to be finished.
    public mutating func take(all isAll: Bool = false) -> [StrokePoint] {
        var count = isAll ? entries.count : entries.firstIndex { $0.number != nil } ?? entries.count
        count = max(count, entries.count - Self.limit)
        defer { entries.removeFirst(count) }
        return entries[..<count].map { $0.sample }
    }

    /// Forgets all, as when the stroke is cancelled.
    public mutating func removeAll() { entries = [] }
}

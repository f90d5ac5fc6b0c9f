// SPDX-License-Identifier: MIT
import CoreMetrics
import NIOConcurrencyHelpers

/// The counters, meters and timers of a process, for the text format of Prometheus (version 0.0.4).
///
/// A series stays until the process ends. Names and labels must come from the program, so that clients cannot add
/// series.
final class MetricsRegistry: MetricsFactory {
    private struct State {
        /// The series by name, and within a name by labels.
        var series: [String: [String: any MetricsSeries]] = [:]
    }

    /// The descriptions of the names, for the lines `# HELP`.
    private let help: [String: String]
    private let state = NIOLockedValueBox(State())

    init(help: [String: String] = [:]) { self.help = help }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions) { CounterSeries() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions) { MeterSeries() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions) { TimerSeries() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions) { TimerSeries() }
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// All series, sorted by name and labels.
    /// - Complexity: O(series · log(series)).
    var text: String {
        let all = state.withLockedValue { $0.series }
        var text = ""
        for (name, series) in all.sorted(by: { $0.key < $1.key }) {
            guard let type = series.values.first?.type else { continue }
            if let help = help[name] { text += "# HELP \(name) \(help)\n" }
            text += "# TYPE \(name) \(type)\n"
            for (labels, one) in series.sorted(by: { $0.key < $1.key }) { text += one.lines(name, labels) }
        }
        return text
    }

    /// Returns the series with a name and labels, and creates it if there is none.
    private func series<Series: MetricsSeries>(
        _ name: String, _ labels: [(String, String)], _ make: () -> Series
    ) -> Series {
        let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        return state.withLockedValue { state in
            if let known = state.series[name]?[labels] as? Series { return known }
            precondition(state.series[name]?.values.first is Series?, "\(name) has two types")
            let new = make()
            state.series[name, default: [:]][labels] = new
            return new
        }
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// The values of one name with certain labels.
private protocol MetricsSeries: AnyObject, Sendable {
    /// The type of the format.
    var type: String { get }

    /// Returns the lines of the format, each with its line break.
    func lines(_ name: String, _ labels: String) -> String
}

extension MetricsSeries {
    fileprivate func line(_ name: String, _ labels: String, _ value: String) -> String {
        "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
    }
}

private final class CounterSeries: MetricsSeries, CounterHandler {
    private let value = NIOLockedValueBox<Int64>(0)

    var type: String { "counter" }

    func increment(by amount: Int64) { value.withLockedValue { $0 &+= amount } }

    func reset() { value.withLockedValue { $0 = 0 } }

    func lines(_ name: String, _ labels: String) -> String { line(name, labels, "\(value.withLockedValue { $0 })") }
}

private final class MeterSeries: MetricsSeries, MeterHandler {
    private let value = NIOLockedValueBox(0.0)

    var type: String { "gauge" }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { self.value.withLockedValue { $0 = value } }

    func increment(by amount: Double) { value.withLockedValue { $0 += amount } }

    func decrement(by amount: Double) { value.withLockedValue { $0 -= amount } }

    func lines(_ name: String, _ labels: String) -> String { line(name, labels, "\(value.withLockedValue { $0 })") }
}

/// A histogram of seconds.
private final class TimerSeries: MetricsSeries, TimerHandler, RecorderHandler {
    private struct State {
        var counts = [Int64](repeating: 0, count: TimerSeries.bounds.count + 1)
        var sum = 0.0
    }

    /// The upper bounds of the buckets in seconds. Sign-ins with a passphrase take the longest, some seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = NIOLockedValueBox(State())

    var type: String { "histogram" }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        state.withLockedValue { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func lines(_ name: String, _ labels: String) -> String {
        let state = state.withLockedValue { $0 }
        var (lines, count) = ("", Int64(0))
        for (index, bucket) in state.counts.enumerated() {
            count += bucket
            let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
            lines += line("\(name)_bucket", labels + (labels.isEmpty ? "" : ",") + "le=\"\(bound)\"", "\(count)")
        }
        return lines + line("\(name)_sum", labels, "\(state.sum)") + line("\(name)_count", labels, "\(count)")
    }
}

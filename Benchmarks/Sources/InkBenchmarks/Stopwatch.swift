// SPDX-License-Identifier: MIT

/// Measures the time of an operation.
enum Stopwatch {
    /// Returns the median time of one run in nanoseconds, over enough runs to take about `seconds`.
    static func median(seconds: Double = 0.5, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        body()
        let first = nanoseconds(clock.measure(body))
        let count = max(5, min(10_001, Int(seconds * 1e9 / max(first, 1))))
        var times: [Double] = []
        for _ in 0..<count { times.append(nanoseconds(clock.measure(body))) }
        times.sort()
        return times[times.count / 2]
    }

    static func nanoseconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) * 1e-9
    }
}

// SPDX-License-Identifier: MIT

/// The times at which responses to unknown devices are sent: multiples of a quantum after the last byte of the request.
///
/// A client therefore cannot measure that the work for one name takes longer than for another. Time counts from the end
/// of the body. If it counted from the head, a client could choose the position of the work in the quantum.
struct ResponseTiming: Hashable, Sendable {
    /// The quantum of responses without a derivation, above 0. Most take a fifth of it.
    var quantum = Duration.milliseconds(25)
    /// The quantum of responses with a derivation, above 0.
    var derivationQuantum = Duration.milliseconds(50)

    /// Waits until the next multiple of `quantum` after `start`, or until the task is cancelled.
    static func wait(since start: ContinuousClock.Instant, _ quantum: Duration) async {
        let clock = ContinuousClock()
        try? await Task.sleep(until: departure(since: start, at: clock.now, quantum), clock: clock)
    }

    /// Returns the first multiple of `quantum` after `start`, at least one, that is not before `now`.
    static func departure(
        since start: ContinuousClock.Instant, at now: ContinuousClock.Instant, _ quantum: Duration
    ) -> ContinuousClock.Instant {
        let turns = max(1, Int((start.duration(to: now) / quantum).rounded(.up)))
        return start.advanced(by: quantum * turns)
    }
}

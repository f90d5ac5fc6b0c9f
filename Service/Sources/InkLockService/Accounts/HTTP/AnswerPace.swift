// SPDX-License-Identifier: MIT

/// The times at which answers to unknown devices leave: whole multiples of a quantum after the last byte of the
/// request. The microseconds that one name takes more than another cannot be seen. The head does not count: a client
/// that sends it early would choose where in the quantum the work ends.
struct AnswerPace: Hashable, Sendable {
    /// For answers without a derivation. Above 0; most take a fifth of it.
    var quantum = Duration.milliseconds(25)
    /// For answers with one. Above 0.
    var derivationQuantum = Duration.milliseconds(50)

    /// Waits until the next multiple of `quantum` after `start`. Ends early only with the caller's task.
    static func wait(since start: ContinuousClock.Instant, _ quantum: Duration) async {
        let clock = ContinuousClock()
        try? await Task.sleep(until: departure(since: start, at: clock.now, quantum), clock: clock)
    }

    /// The first multiple of `quantum` after `start`, not 0, that is not before `now`.
    static func departure(
        since start: ContinuousClock.Instant, at now: ContinuousClock.Instant, _ quantum: Duration
    ) -> ContinuousClock.Instant {
        let turns = max(1, Int((start.duration(to: now) / quantum).rounded(.up)))
        return start.advanced(by: quantum * turns)
    }
}

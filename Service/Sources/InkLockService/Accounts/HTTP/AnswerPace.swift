// SPDX-License-Identifier: MIT

/// When answers to unknown devices leave: at whole multiples of a quantum after the request, so that the microseconds that one
/// name takes more than another cannot be seen.
struct AnswerPace: Hashable, Sendable {
    /// For answers without a derivation. Above 0; most take a fifth of it.
    var quantum = Duration.milliseconds(25)
    /// For answers with one. Above 0.
    var derivationQuantum = Duration.milliseconds(50)

    /// Waits until the next multiple of `quantum` after `start`. Ends early only with the caller's task.
    static func wait(since start: ContinuousClock.Instant, _ quantum: Duration) async {
        let clock = ContinuousClock()
        let elapsed = start.duration(to: clock.now)
        let turns = max(1, Int((elapsed / quantum).rounded(.up)))
        try? await Task.sleep(until: start.advanced(by: quantum * turns), clock: clock)
    }
}

// SPDX-License-Identifier: MIT
import NIOCore
import ServiceLifecycle
import Synchronization

/// Sends the spans that have ended to a collector, in batches. No request waits for it.
///
/// Spans wait in bounded memory. If the collector is slow or away, the latest ones are dropped, and counted.
final class SpanExporter: Service {
    /// The bounds.
    struct Limits: Sendable {
        /// The most spans that wait.
        var waiting = 4096
        /// The most spans of a request to the collector.
        var batch = 512
        /// The time between two requests, unless a batch is full earlier.
        var interval = Duration.seconds(2)
        /// The time that the collector has for an answer.
        var timeout = TimeAmount.seconds(5)
        /// The same when the server ends.
        var lastTimeout = TimeAmount.milliseconds(500)
    }

    private let collector: TraceCollector
    private let limits: Limits
    private let metrics: ServiceMetrics?
    private let waiting = Mutex<[TraceSpan.Record]>([])

    init(_ collector: TraceCollector, limits: Limits = Limits(), metrics: ServiceMetrics?) {
        self.collector = collector
        self.limits = limits
        self.metrics = metrics
    }

    /// Takes a span that has ended, or drops it if too many wait.
    func add(_ span: TraceSpan.Record) {
        let isTaken = waiting.withLock { waiting in
            guard waiting.count < limits.waiting else { return false }
            waiting.append(span)
            return true
        }
        if !isTaken { metrics?.traced(1, "dropped") }
    }

    /// Sends spans until the server ends, and then once more.
    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                let isFull = self.waiting.withLock { $0.count >= self.limits.batch }
                if !isFull { try await Task.sleep(for: self.limits.interval) }
                await self.send(within: self.limits.timeout)
                try Task.checkCancellation()
            }
        }
        await send(within: limits.lastTimeout)
    }

    /// Sends one batch. What the collector does not take is dropped: it would only wait for the next failure.
    private func send(within timeout: TimeAmount) async {
        let batch = waiting.withLock { waiting in
            let batch = Array(waiting.prefix(limits.batch))
            waiting.removeFirst(batch.count)
            return batch
        }
        guard !batch.isEmpty else { return }
        let isTaken = await collector.take(SpanPayload(batch).bytes, within: timeout)
        metrics?.traced(batch.count, isTaken ? "sent" : "dropped")
    }
}

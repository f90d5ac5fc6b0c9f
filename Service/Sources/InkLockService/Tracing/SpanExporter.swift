// SPDX-License-Identifier: MIT
import NIOCore
import ServiceLifecycle
import Synchronization

/// An exporter that sends spans that have ended to a collector, in batches. No request waits for it.
///
/// Spans wait in bounded memory. If the collector is slow or unavailable, the latest spans are dropped and counted.
final class SpanExporter: Service {
    /// The limits of an exporter.
    struct Limits: Sendable {
        /// The maximum number of spans that wait.
        var waiting = 4096
        /// The maximum number of spans in a request to the collector.
        var batch = 512
        /// The time between two requests, unless a batch is full earlier.
        var interval = Duration.seconds(2)
        /// The maximum time for the collector's answer.
        var timeout = TimeAmount.seconds(5)
        /// The maximum time for the collector's answer when the server ends.
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

    /// Sends one batch. Spans that the collector does not accept are dropped, because another try would probably fail
    /// too.
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

// SPDX-License-Identifier: MIT
import Synchronization
import Tracing

/// A span that is handed to an exporter when it ends, if its trace is recorded.
///
/// It keeps few attributes and no events, so that no part of a request or an error gets into a trace by accident.
final class TraceSpan: Span {
    /// The recorded values.
    struct Record: Sendable {
        var name: String
        let kind: SpanKind
        let trace: TraceContext
        /// The span that this one belongs to, or `nil` for the first one of a trace.
        let parentID: [UInt8]?
        /// The start time, in nanoseconds since 1970, as for all times.
        let start: UInt64
        var end: UInt64 = 0
        var attributes: SpanAttributes = [:]
        var isError = false
        var isEnded = false
    }

    let context: InstrumentationContext
    private let record: Mutex<Record>
    private let onEnd: @Sendable (Record) -> Void

    init(_ record: Record, context: InstrumentationContext, onEnd: @escaping @Sendable (Record) -> Void) {
        self.record = Mutex(record)
        self.context = context
        self.onEnd = onEnd
    }

    var operationName: String {
        get { record.withLock { $0.name } }
        set { record.withLock { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { record.withLock { $0.attributes } }
        set { record.withLock { $0.attributes = newValue } }
    }

    var isRecording: Bool { record.withLock { !$0.isEnded && $0.trace.isSampled } }

    func setStatus(_ status: SpanStatus) { record.withLock { $0.isError = status.code == .error } }

    /// Marks the span as failed. The error's text is left out, because it may quote the request.
    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        record.withLock { $0.isError = true }
    }

    func addEvent(_ event: SpanEvent) {}

    func addLink(_ link: SpanLink) {}

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let now = instant().nanosecondsSinceEpoch
        let ended = record.withLock { record -> Record? in
            guard !record.isEnded else { return nil }
            record.isEnded = true
            record.end = max(now, record.start)
            return record.trace.isSampled ? record : nil
        }
        if let ended { onEnd(ended) }
    }
}

// SPDX-License-Identifier: MIT
import Tracing

/// The tracer of a server with a collector. Without a collector, the default tracer of swift-distributed-tracing does
/// nothing.
struct ServiceTracer: Tracer {
    let exporter: SpanExporter

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> TraceSpan {
        var context = context()
        let parent = context.trace
        let trace = TraceContext(
            traceID: parent?.traceID ?? Self.random(TraceContext.traceIDByteCount),
            spanID: Self.random(TraceContext.spanIDByteCount), isSampled: parent?.isSampled ?? true,
            state: parent?.state ?? "")
        context.trace = trace
        let record = TraceSpan.Record(
            name: operationName, kind: kind, trace: trace, parentID: parent?.spanID,
            start: instant().nanosecondsSinceEpoch)
        return TraceSpan(record, context: context) { [exporter] in exporter.add($0) }
    }

    func forceFlush() {}

    func extract<Carrier, Extract>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract: Extractor, Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: TraceContext.parentField, from: carrier) else { return }
        let state = extractor.extract(key: TraceContext.stateField, from: carrier)
        if let trace = TraceContext(parent: parent, state: state) { context.trace = trace }
    }

    func inject<Carrier, Inject>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject: Injector, Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.parent, forKey: TraceContext.parentField, into: &carrier)
        guard !trace.state.isEmpty else { return }
        injector.inject(trace.state, forKey: TraceContext.stateField, into: &carrier)
    }

    /// Returns random bytes that are not all 0.
    private static func random(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        while true {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            if bytes.contains(where: { $0 != 0 }) { return bytes }
        }
    }
}

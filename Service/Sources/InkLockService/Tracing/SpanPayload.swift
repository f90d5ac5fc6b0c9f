// SPDX-License-Identifier: MIT
import Foundation
import Tracing

/// Spans as JSON of the OpenTelemetry protocol (OTLP 1.3, `ExportTraceServiceRequest`): IDs are hexadecimal, and
/// numbers of 64 bits are text.
struct SpanPayload: Encodable {
    struct Value: Encodable {
        var stringValue: String?
        var intValue: String?
        var boolValue: Bool?

        /// - Returns: `nil` for values of other types, which no span of the service has.
        init?(_ value: SpanAttribute) {
            switch value {
            case .string(let text): stringValue = text
            case .int32(let number): intValue = "\(number)"
            case .int64(let number): intValue = "\(number)"
            case .bool(let value): boolValue = value
            default: return nil
            }
        }

        init(_ text: String) { stringValue = text }
    }

    struct Attribute: Encodable {
        let key: String
        let value: Value
    }

    struct Span: Encodable {
        struct Status: Encodable {
            /// The status code, 2 for an error.
            let code: Int
        }

        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let traceState: String?
        let name: String
        let kind: Int
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status?

        init(_ record: TraceSpan.Record) {
            traceId = record.trace.traceText
            spanId = Hexadecimal.text(record.trace.spanID)
            parentSpanId = record.parentID.map { Hexadecimal.text($0) }
            traceState = record.trace.state.isEmpty ? nil : record.trace.state
            name = record.name
            kind = record.kind == .server ? 2 : record.kind == .client ? 3 : 1
            startTimeUnixNano = "\(record.start)"
            endTimeUnixNano = "\(record.end)"
            var attributes: [Attribute] = []
            let add = { (key: String, value: SpanAttribute) in
                if let value = Value(value) { attributes.append(Attribute(key: key, value: value)) }
            }
            record.attributes.forEach(add)
            self.attributes = attributes.sorted { $0.key < $1.key }
            status = record.isError ? Status(code: 2) : nil
        }
    }

    struct Scope: Encodable {
        let name: String
        let version: String
    }

    struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    struct Resource: Encodable {
        let attributes: [Attribute]
    }

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    let resourceSpans: [ResourceSpans]

    init(_ records: [TraceSpan.Record]) {
        let version = InkLockCommand.versionNumber
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: [
                    Attribute(key: "service.name", value: Value("inklock")),
                    Attribute(key: "service.version", value: Value(version)),
                ]),
                scopeSpans: [
                    ScopeSpans(scope: Scope(name: "inklock", version: version), spans: records.map { Span($0) })
                ])
        ]
    }

    /// The bytes of the request.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // It consists of text and numbers alone.
        guard let data = try? encoder.encode(self) else { return [] }
        return [UInt8](data)
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Tracing

/// The trace context of a request, as in the fields `traceparent` and `tracestate` (W3C Trace Context, level 1).
struct TraceContext: Hashable, Sendable {
    /// The trace ID: 16 bytes, not all 0.
    let traceID: [UInt8]
    /// The ID of the parent span: 8 bytes, not all 0.
    let spanID: [UInt8]
    /// A Boolean value that indicates whether the spans of the trace are recorded.
    let isSampled: Bool
    /// The entries of other systems, which are forwarded unchanged; empty if there are none.
    var state = ""

    static let parentField = "traceparent"
    static let stateField = "tracestate"
    static let traceIDByteCount = 16
    static let spanIDByteCount = 8
    /// The length of a field of version 00.
    private static let length = 55
    private static let separator = UInt8(ascii: "-")
    private static let stateLimits = (bytes: 512, members: 32)

    /// The context of the current task, or `nil` without a trace.
    static var current: TraceContext? { InstrumentationContext.current?[Key.self] }

    init(traceID: [UInt8], spanID: [UInt8], isSampled: Bool, state: String = "") {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// Reads the fields.
    /// - Parameters:
    ///   - parent: The value of `traceparent`.
    ///   - state: The values of `tracestate`, joined by commas, or `nil` without any.
    /// - Returns: `nil` if `parent` is malformed. A malformed `state` is left out.
    init?(parent: String, state: String?) {
        let bytes = Array(parent.utf8.prefix(Self.length + 1))
        guard bytes.count >= Self.length, bytes[2] == Self.separator, bytes[35] == Self.separator,
            bytes[52] == Self.separator, let version = Hexadecimal.bytes(bytes[0..<2])?.first, version != 0xFF,
            let traceID = Hexadecimal.bytes(bytes[3..<35]), let spanID = Hexadecimal.bytes(bytes[36..<52]),
            let flags = Hexadecimal.bytes(bytes[53..<55]), traceID.contains(where: { $0 != 0 }),
            spanID.contains(where: { $0 != 0 })
        else { return nil }
        // A later version may have further fields after another separator.
        guard bytes.count == Self.length || version != 0 && bytes[Self.length] == Self.separator else { return nil }
        self.init(traceID: Array(traceID), spanID: Array(spanID), isSampled: flags[0] & 1 != 0)
        if let state, Self.isFit(state: state) { self.state = state }
    }

    /// The value of `traceparent`, in version 00.
    var parent: String {
        "00-\(Hexadecimal.text(traceID))-\(Hexadecimal.text(spanID))-\(isSampled ? "01" : "00")"
    }

    /// The trace's ID as 32 hexadecimal digits.
    var traceText: String { Hexadecimal.text(traceID) }

    private static func isFit(state: String) -> Bool {
        let bytes = state.utf8
        return 1...stateLimits.bytes ~= bytes.count && bytes.allSatisfy { 0x20...0x7E ~= $0 }
            && bytes.count(where: { $0 == UInt8(ascii: ",") }) < stateLimits.members
            && bytes.contains(UInt8(ascii: "="))
    }

    fileprivate enum Key: InstrumentationContextKey {
        typealias Value = TraceContext
    }
}

extension InstrumentationContext {
    /// The trace context.
    var trace: TraceContext? {
        get { self[TraceContext.Key.self] }
        set { self[TraceContext.Key.self] = newValue }
    }
}

/// A reader of the trace fields of a request.
struct TraceFields: Extractor {
    /// Returns the value of a field. A repeated field counts as malformed, except `tracestate`, whose values are
    /// joined.
    func extract(key: String, from fields: HTTPFields) -> String? {
        guard let name = HTTPField.Name(key) else { return nil }
        let values = fields[values: name]
        guard key != TraceContext.stateField else { return values.isEmpty ? nil : values.joined(separator: ",") }
        return values.count == 1 ? values[0] : nil
    }
}

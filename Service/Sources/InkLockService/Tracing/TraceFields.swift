// SPDX-License-Identifier: MIT
import HTTPTypes
import Tracing

/// Reads the fields of a trace from a request.
struct TraceFields: Extractor {
    /// A field that comes twice counts as malformed, except `tracestate`, whose values are joined.
    func extract(key: String, from fields: HTTPFields) -> String? {
        guard let name = HTTPField.Name(key) else { return nil }
        let values = fields[values: name]
        guard key != TraceContext.stateField else { return values.isEmpty ? nil : values.joined(separator: ",") }
        return values.count == 1 ? values[0] : nil
    }
}

// SPDX-License-Identifier: MIT
import HTTPTypes
import Tracing

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

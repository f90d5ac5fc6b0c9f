// SPDX-License-Identifier: MIT

/// A request as it is sent, and what a reader that takes nothing for granted finds in it.
struct HostileRequest {
    let bytes: [UInt8]
    let method: String
    /// A Boolean value that indicates whether the service can tell where it ends, because its length was added here.
    let isComplete: Bool
    /// The path with the query.
    let path: String
    /// The number of bytes of the body.
    let bodyCount: Int
    private let fields: [(name: String, value: String)]

    /// Creates a request from text whose lines end in a line feed; see ``HostileHTTP``.
    init(_ text: [UInt8], from address: String) {
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        let end = lines.firstIndex { $0.isEmpty } ?? lines.count
        let body = Array(lines[min(end + 1, lines.count)...].joined(separator: [0x0A]))
        let first = String(decoding: lines[0], as: UTF8.self)
        let words = first.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        method = words[0]
        path = words.count > 1 ? words[1] : ""
        fields = lines[min(1, end)..<end].map { line in
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
            let name = String(decoding: parts[0], as: UTF8.self).lowercased()
            return (name, value.trimming())
        }
        var head = Array(lines[0]) + Array(" HTTP/1.1\r\n".utf8)
        for line in lines[min(1, end)..<end] { head += Array(line) + [0x0D, 0x0A] }
        let names = Set(fields.map(\.name))
        if !names.contains("content-length") && !names.contains("transfer-encoding") {
            head += Array("Content-Length: \(body.count)\r\n".utf8)
        }
        if !names.contains("connection") { head += Array("Connection: close\r\n".utf8) }
        if !names.contains("x-forwarded-for") { head += Array("X-Forwarded-For: \(address)\r\n".utf8) }
        isComplete = !names.contains("content-length") && !names.contains("transfer-encoding")
        bytes = head + [0x0D, 0x0A] + body
        bodyCount = body.count
    }

    /// A Boolean value that indicates whether it only reads.
    var isReading: Bool { method == "GET" || method == "HEAD" }

    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

extension String {
    /// Returns the text without the spaces and tabs that HTTP allows around a value (RFC 9110 §5.5).
    fileprivate func trimming() -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(Substring(drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
    }
}

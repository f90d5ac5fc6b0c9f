// SPDX-License-Identifier: MIT
import HTTPTypes

/// The components of a request target, which stay percent-encoded (RFC 9112 §3.2).
struct RequestTarget: Sendable {
    /// The maximum length in bytes.
    static let lengthLimit = 8000
    /// The header field in which ``ConnectionHandler`` stores the original target. It replaces a client's field of this
    /// name.
    static let field = HTTPField.Name("InkLock-Target")!

    /// The original text.
    let text: String
    /// The authority of a target in absolute form; otherwise `nil`.
    let authority: String?
    /// The path, from the first slash to before the query.
    let path: String
    /// The query with its question mark; empty if there is none.
    let query: String

    /// Parses a target in origin form or absolute form. Returns `nil` for other forms and for invalid characters.
    init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.lengthLimit, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x23 }) else {
            return nil
        }
        self.text = text
        var rest = Substring(text).utf8
        if rest.first == UInt8(ascii: "/") {
            authority = nil
        } else {
            let schemes: [[UInt8]] = [Array("http://".utf8), Array("https://".utf8)]
            guard
                let scheme = schemes.first(where: { scheme in
                    rest.count >= scheme.count && zip(rest, scheme).allSatisfy { $0 | 0x20 == $1 | 0x20 }
                })
            else { return nil }
            rest = rest.dropFirst(scheme.count)
            let name = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            authority = String(Substring(name))
            rest = rest.dropFirst(name.count)
        }
        let path = rest.prefix { $0 != UInt8(ascii: "?") }
        self.path = path.isEmpty ? "/" : String(Substring(path))
        query = String(Substring(rest.dropFirst(path.count)))
    }

    /// A Boolean value that indicates whether another program could read the path as one of the API: its first part
    /// that is not empty is `api` in any spelling.
    var looksLikeAPI: Bool {
        var bytes = Array(path.utf8)
        // A reader may decode twice.
        for _ in 0..<3 { bytes = Self.decoded(bytes) }
        let slashes = bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        var parts: [ArraySlice<UInt8>] = []
        for part in slashes.split(separator: UInt8(ascii: "/")) {
            let name = part.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            switch String(decoding: name, as: UTF8.self) {
            case "", ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(name)
            }
        }
        return parts.first?.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } == Array("api".utf8)
    }

    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

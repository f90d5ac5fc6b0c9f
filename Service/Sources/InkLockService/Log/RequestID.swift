// SPDX-License-Identifier: MIT
import HTTPTypes

/// The name of one request in the log, in the answer and in a proxy's log.
struct RequestID: Hashable, Sendable {
    let text: String

    /// The request that the current task answers.
    @TaskLocal static var current: RequestID?

    static let field = HTTPField.Name("X-Request-Id")!
    private static let lengths = 8...128

    private init(text: String) { self.text = text }

    /// Creates a name from 128 random bits.
    init() {
        var random = SystemRandomNumberGenerator()
        // Each call of the generator is a system call.
        let words: (UInt64, UInt64) = (random.next(), random.next())
        text = withUnsafeBytes(of: words) { Hexadecimal.text($0) }
    }

    /// Takes the name that a trusted proxy gave to a request, or creates a new one.
    init(_ headers: HTTPFields, isTrusted: Bool) {
        self.init(headers[values: Self.field], isTrusted: isTrusted)
    }

    /// - Parameters:
    ///   - values: The values of all fields of this name.
    ///   - isTrusted: A Boolean value that indicates whether a trusted proxy sends the request.
    init(_ values: [String], isTrusted: Bool) {
        let given = isTrusted ? values : []
        self = given.count == 1 && Self.isFit(given[0]) ? RequestID(text: given[0]) : RequestID()
    }

    /// Returns whether a text may be a proxy's name: hexadecimal digits, a UUID, base 64, or addresses and ports joined
    /// by signs.
    private static func isFit(_ text: String) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-_.:+/=@".utf8.contains(byte)
                }
            }
    }
}

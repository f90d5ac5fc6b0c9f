// SPDX-License-Identifier: MIT
import Foundation

/// A client that sends bytes as they are.
enum RawHTTP {
    /// Seconds that an answer may take.
    private static let timeout = 60
    private static let answerLimit = 1 << 22

    /// Returns the bytes that arrive until the service closes the connection.
    /// - Parameter thenCloses: A Boolean value that indicates whether nothing more is sent, which ends requests that
    ///   lack some of their bytes.
    /// - Throws: ``BrokenPromiseError`` if it takes no connection.
    static func exchange(_ bytes: [UInt8], port: UInt16, thenCloses: Bool = false) throws -> [UInt8] {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw BrokenPromiseError("there is no socket") }
        defer { close(descriptor) }
        var wait = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = repeated {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Int(connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)))
                }
            }
        }
        guard connected == 0 || errno == EISCONN else { throw BrokenPromiseError("the service takes no connection") }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { rest in
                repeated { write(descriptor, rest.baseAddress, rest.count) }
            }
            guard count > 0 else { break }
            sent += count
        }
        if thenCloses { shutdown(descriptor, Int32(SHUT_WR)) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while answer.count < answerLimit {
            let count = repeated { recv(descriptor, &buffer, buffer.count, 0) }
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        return answer
    }

    /// Repeats a call while signals interrupt it, as libFuzzer's do every few seconds.
    private static func repeated(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }

    /// The first answer of a connection.
    struct Answer {
        let status: Int
        let fields: [(name: String, value: String)]
        let body: [UInt8]

        /// - Returns: `nil` for what is no answer of HTTP/1.1.
        init?(_ bytes: [UInt8]) {
            guard let end = bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else { return nil }
            let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ")
            guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
            self.status = status
            fields = lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
            }
            body = Array(bytes[end.upperBound...])
        }

        /// The code in an error's JSON.
        var errorCode: String? {
            let json = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            return (json?["error"] as? [String: Any])?["code"] as? String
        }
    }
}

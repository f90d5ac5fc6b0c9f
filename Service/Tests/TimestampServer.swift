// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// An HTTP server on loopback that answers every request with what a function makes of its body.
///
/// It has a thread of its own, because tests of commands block theirs.
final class TimestampServer: Sendable {
    /// An answer: whole bytes of HTTP, so that it can be a wrong one.
    struct Answer {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// A timestamp reply.
        init(reply: some Collection<UInt8>, status: String = "200 OK") {
            let head =
                "HTTP/1.1 \(status)\r\nContent-Type: application/timestamp-reply\r\nContent-Length: \(reply.count)\r\n\r\n"
            bytes = Array(head.utf8) + reply
        }
    }

    let port: Int
    private let listener: Int32
    private let accepted = Count()

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    /// The number of connections that it has taken.
    var connectionCount: Int { accepted.value.load(ordering: .relaxed) }

    init(_ answer: @escaping @Sendable (_ body: [UInt8]) throws -> Answer) throws {
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) | listen(listener, 8) | getsockname(listener, $0, &size)
            }
        }
        guard listener >= 0, status == 0 else {
            close(listener)
            throw POSIXError(.EADDRINUSE)
        }
        self.listener = listener
        port = Int(in_port_t(bigEndian: address.sin_port))
        Thread.detachNewThread { [accepted] in
            // Here, so that the number is not given to another file while this thread still accepts.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                accepted.value.add(1, ordering: .relaxed)
                Self.serve(connection, answer)
                close(connection)
            }
        }
    }

    /// Ends the thread, which waits in `accept`.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func serve(_ connection: Int32, _ answer: (_ body: [UInt8]) throws -> Answer) {
        var request: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = Data(request).range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.components(separatedBy: "content-length: ").last?.prefix { $0.isNumber }
                let body = request[end.upperBound...]
                if body.count >= length.flatMap({ Int($0) }) ?? 0 {
                    guard let bytes = try? answer(Array(body)).bytes else { return }
                    var sent = 0
                    while sent < bytes.count {
                        let count = bytes[sent...].withUnsafeBytes {
                            send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                        }
                        guard count > 0 else { return }
                        sent += count
                    }
                    return
                }
            }
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return }
            request += piece[..<count]
        }
    }
}

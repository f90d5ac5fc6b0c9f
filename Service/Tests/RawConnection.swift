// SPDX-License-Identifier: MIT
import Foundation

/// A TCP connection to this machine whose bytes the test writes itself.
final class RawConnection {
    private let descriptor: Int32

    /// - Parameter receiveBuffer: The system's buffer in bytes; `nil` for its own choice.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        #if os(Linux)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw POSIXError(.ECONNREFUSED)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// - Returns: `true` if the server still takes bytes.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Configures the socket to send a reset when it closes.
    func breaksOff() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// Closes the sending direction.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives until the text ends the answer, the server closes, or the time is up: by default a minute for the first
    /// bytes, and 20 s for each further piece.
    func receive(until end: String? = nil, seconds: Double? = nil) -> String {
        var bytes: [UInt8] = []
        var deadline = Date().addingTimeInterval(seconds ?? 60)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while let left = Optional(deadline.timeIntervalSinceNow), left > 0 {
            guard wait(seconds: left) else { break }
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { break }
            if seconds == nil { deadline = Date().addingTimeInterval(20) }
            bytes += piece[..<count]
            if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the number of bytes that arrive until there are enough, the server closes the connection or the time is
    /// up. Pauses after each 64 KiB at most.
    func byteCount(pause: Double = 0, atLeast enough: Int = .max, within seconds: Double = 60) -> Int {
        let deadline = Date().addingTimeInterval(seconds)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var sum = 0
        while sum < enough, let left = Optional(deadline.timeIntervalSinceNow), left > 0, wait(seconds: left) {
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { break }
            sum += count
            usleep(UInt32(pause * 1_000_000))
        }
        return sum
    }

    /// Returns a Boolean value that indicates whether the server closes the connection in time. Discards received
    /// bytes.
    func closes(within seconds: Double) -> Bool {
        let deadline = Date().addingTimeInterval(seconds)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while let left = Optional(deadline.timeIntervalSinceNow), left > 0 {
            guard wait(seconds: left) else { return false }
            if recv(descriptor, &piece, piece.count, 0) <= 0 { return true }
        }
        return false
    }

    /// A Boolean value that indicates whether the server has closed the connection, as far as can be seen without
    /// reading an answer.
    var isReset: Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = Foundation.poll(&poll, 1, 0)
        return poll.revents & Int16(POLLERR | POLLHUP) != 0
    }

    private func wait(seconds: Double) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&poll, 1, Int32(seconds * 1000) + 1) > 0
    }
}

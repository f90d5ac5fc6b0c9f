// SPDX-License-Identifier: MIT
import NIOCore

/// The limits of one connection, and of all of them together.
struct ConnectionLimits: Sendable, Hashable {
    /// The maximum time to receive a request's head, from its first byte or, for the first request, from the
    /// connection.
    var head = TimeAmount.seconds(10)
    /// The maximum time from the end of a request's head to the end of its body.
    var body = TimeAmount.seconds(30)
    /// The maximum time between a response and the next request.
    var idle = TimeAmount.seconds(60)
    /// The interval in which a client must accept ``progressBytes`` of a response. Slower connections are closed.
    var progress = TimeAmount.seconds(10)
    /// The minimum number of bytes per ``progress``: 2 KiB per second. The system reports progress in steps of tens of
    /// kilobytes, so clients need about twice that rate.
    var progressBytes = 20 << 10
    /// The maximum time to wait until a client closes an ended connection.
    var linger = TimeAmount.seconds(2)
    /// The maximum number of requests of a connection that wait for responses. Further requests are not read.
    var pipelined = 8
    /// The maximum number of bytes of an incomplete head.
    var headBytes = 32 << 10
    /// The maximum number of bytes of all fields of a request, and of one field.
    var fieldBytes = 16 << 10
    var fields = 100
    /// The maximum number of bytes of a field that is not ASCII, except `Cookie`.
    static let textBytes = 256
    /// The maximum number of chunks of a body, or of pieces in which it arrives.
    var bodyParts = 1 << 15
    /// The size of the socket's send buffer in bytes. The system's default is megabytes for a slow client.
    var sendBuffer = 64 << 10
    /// The maximum number of connections.
    var total: Int
    /// The maximum number of connections from one client's network.
    var client: Int

    private static let largestTotal = 4096
    private static let largestClient = 256
    /// The number of descriptors reserved for the database, files and system libraries.
    private static let reserve = 64

    /// - Parameter descriptors: The maximum number of open files and sockets of the process.
    init(descriptors: Int) {
        total = max(8, min(Self.largestTotal, descriptors - Self.reserve - descriptors / 8))
        client = max(8, min(Self.largestClient, total / 4))
    }

    /// The number of connections that may be open, including those that are being closed.
    var hardTotal: Int { total + 32 }
}

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
    /// The time that a client has to notice the end of a connection.
    var linger = TimeAmount.seconds(2)
    /// The number of requests of a connection that may wait for answers; those behind them are not read.
    var pipelined = 8
    /// The most bytes of a request line and fields that come in before the head is complete.
    var headBytes = 32 << 10
    /// The most bytes of all fields of a request, and of one.
    var fieldBytes = 16 << 10
    var fields = 100
    /// The system's buffer for what is sent, in bytes: without a limit the system keeps megabytes for a slow client.
    var sendBuffer = 64 << 10
    /// The maximum number of connections.
    var total: Int
    /// The maximum number of connections from one client's network.
    var client: Int

    private static let largestTotal = 4096
    private static let largestClient = 256
    /// Descriptors for the database, files and the system's own libraries.
    private static let reserve = 64

    /// - Parameter descriptors: how many files and sockets the process may have open.
    init(descriptors: Int) {
        total = max(8, min(Self.largestTotal, descriptors - Self.reserve - descriptors / 8))
        client = max(8, min(Self.largestClient, total / 4))
    }

    /// The number of connections that may be open, including those that are being closed.
    var hardTotal: Int { total + 32 }
}

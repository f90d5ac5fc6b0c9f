// SPDX-License-Identifier: MIT
import NIOCore

/// The limits of one connection, and of all of them together.
struct ConnectionLimits: Sendable, Hashable {
    /// From the first byte of a request to the end of its head; also from the opening of a connection to its first head.
    var head = TimeAmount.seconds(10)
    /// From the end of a head to the end of its body.
    var body = TimeAmount.seconds(30)
    /// Between an answer and the next request.
    var idle = TimeAmount.seconds(60)
    /// A client that takes less than ``progressBytes`` of an answer in this time is not waited for.
    var progress = TimeAmount.seconds(10)
    /// 2 KiB a second. The system reports in steps of some tens of kilobytes, so that slow clients need about twice that.
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
    /// All connections.
    var total: Int
    /// Those of one client's network.
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

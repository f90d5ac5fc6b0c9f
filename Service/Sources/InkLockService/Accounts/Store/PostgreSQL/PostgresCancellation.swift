// SPDX-License-Identifier: MIT
import CPostgres
import Foundation

/// The request to PostgreSQL to break off what it does for a connection that is given up.
///
/// While PostgreSQL waits for a synchronous standby at the end of a transaction, none of its timeouts applies, and it
/// does not notice that the connection is closed. It would keep each such connection, and the locks of its transaction,
/// until the standby is back.
enum PostgresCancellation {
    /// The longest wait until PostgreSQL has the request, in seconds.
    private static let timeout = 1.0

    private struct Request: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Sends the request over a connection of its own, from a thread of its own, because libpq has no timeout for it.
    /// libpq does not encrypt it. It has only the number with which this connection can be broken off.
    static func send(for connection: OpaquePointer) {
        guard let request = PQgetCancel(connection).map(Request.init) else { return }
        let isSent = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var reason = [CChar](repeating: 0, count: 256)
            _ = PQcancel(request.pointer, &reason, Int32(reason.count))
            PQfreeCancel(request.pointer)
            isSent.signal()
        }
        _ = isSent.wait(timeout: .now() + timeout)
    }
}

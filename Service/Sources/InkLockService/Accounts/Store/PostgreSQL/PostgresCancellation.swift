// SPDX-License-Identifier: MIT
import CPostgres
import Foundation

/// A request to PostgreSQL to cancel the work for a connection that is abandoned.
///
/// While PostgreSQL waits for a synchronous standby at the end of a transaction, none of its timeouts applies, and it
/// does not notice that the connection is closed. It would keep each such connection, and the locks of its transaction,
/// until the standby is back.
enum PostgresCancellation {
    /// The longest wait until PostgreSQL has received the request, in seconds.
    private static let timeout = 1.0

    private struct Request: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Sends the request over a separate connection, from a separate thread, because libpq has no timeout for it. libpq
    /// does not encrypt the request, which contains only the number that cancels the work of this connection.
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

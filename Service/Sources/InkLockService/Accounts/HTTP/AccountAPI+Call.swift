// SPDX-License-Identifier: MIT
import Hummingbird
import NIOCore

extension AccountAPI {
    /// A request that passed ``APIGuard``, for its handler. Only the guard creates one.
    struct Call: Sendable {
        let request: Request
        let client: Client
        /// The key under which requests of one client are counted: an IPv4 address, or the first 64 bits of an IPv6
        /// address.
        let address: String
        /// The local port of the connection; `nil` if it has none.
        let localPort: Int?
        /// The account that the page expects to be signed in, from the field `InkLock-Account`.
        let account: AccountID?
        /// The maximum number of bytes of the body.
        let byteLimit: Int

        /// - Parameter admission: The result of the guard's check of the request.
        init(_ request: Request, _ admission: APIGuard.Admission) {
            self.request = request
            client = admission.client
            address = admission.address
            localPort = admission.localPort
            account = admission.account
            byteLimit = admission.byteLimit
        }

        /// Reads the body as a message.
        /// - Parameter byteLimit: A limit below the route's own.
        /// - Throws: ``APIError``.
        func read<Message: Decodable>(_ type: Message.Type, byteLimit: Int = .max) async throws -> Message {
            try APIRequest.decode(type, from: Array(try await body(upTo: byteLimit).readableBytesView))
        }

        /// Reads the body.
        /// - Parameter byteLimit: A limit below the route's own.
        /// - Throws: ``APIError``.
        func body(upTo byteLimit: Int) async throws -> ByteBuffer {
            try await APIRequest.body(of: request, upTo: min(byteLimit, self.byteLimit))
        }
    }
}

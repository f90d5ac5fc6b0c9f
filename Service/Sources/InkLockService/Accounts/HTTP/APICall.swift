// SPDX-License-Identifier: MIT
import Hummingbird

extension AccountAPI {
    /// A request that ``APIGuard`` has let through, for the handler that answers it. Only the guard makes one.
    struct Call: Sendable {
        let request: Request
        let client: Client
        /// The key under which requests of one client are counted: an IPv4 address, or the first 64 bits of an IPv6
        /// address.
        let address: String
        /// The port that the request came to; `nil` where there is no socket.
        let localPort: Int?
        /// The account that the page believes it acts for, from the field `InkLock-Account`.
        let account: AccountID?
        /// The most bytes that the body may have.
        let byteLimit: Int

        /// - Parameter admission: proof that the guard has checked the request.
        init(_ request: Request, _ admission: APIGuard.Admission) {
            self.request = request
            client = admission.client
            address = admission.address
            localPort = admission.localPort
            account = admission.account
            byteLimit = admission.byteLimit
        }

        /// The body as a message.
        /// - Parameter byteLimit: a limit below the route's own.
        /// - Throws: ``APIError``.
        func read<Message: Decodable>(_ type: Message.Type, byteLimit: Int = .max) async throws -> Message {
            try await APIRequest.read(type, from: request, byteLimit: min(byteLimit, self.byteLimit))
        }
    }
}

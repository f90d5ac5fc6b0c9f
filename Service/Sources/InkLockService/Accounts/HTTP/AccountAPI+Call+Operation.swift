// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Hummingbird
import NIOCore

extension AccountAPI.Call {
    /// The client with its address and the browser's label.
    var caller: Client {
        var client = client
        client.address = address
        client.label = DeviceLabel(userAgent: request.headers[.userAgent])
        return client
    }

    /// Reads a message and identifies its operation. The same body on the same route is the same operation.
    /// - Parameter session: The session that sends the operation; `nil` for a client that is not signed in.
    func readOperation<Message: OperationMessage>(
        _ type: Message.Type, _ session: Accounts.Session?, _ secrets: ServiceSecrets
    ) async throws -> (Message, Operation?) {
        let body = try await body(upTo: byteLimit)
        let message = try APIRequest.decode(type, from: Array(body.readableBytesView))
        if let operation = message.operation { guard DeviceID(operation) != nil else { throw APIError.malformed } }
        guard message.isOperation else { return (message, nil) }
        let words = "\(request.uri.path) \(session?.account.id.text ?? "") \(session?.id.text ?? "") "
        let digest = SHA256.hash(data: Data(body.readableBytesView))
        return (message, Operation(Data(words.utf8) + Data(digest), secrets))
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOCore

/// JSON that comes in from an unknown sender.
enum APIRequest {
    /// The most bytes of a request. Drawings of ``Gesture/pointLimit`` points take less.
    static let byteLimit = 1 << 18

    /// The body of a request as a message.
    /// - Throws: ``APIError``.
    static func read<Message: Decodable>(
        _ type: Message.Type, from request: Request, byteLimit: Int = byteLimit
    ) async throws -> Message {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: byteLimit)
        } catch is NIOTooManyBytesError {
            throw APIError.tooLarge
        }
        return try decode(type, from: Array(body.readableBytesView))
    }

    /// A message from its bytes: all that a request costs between the socket and its handler.
    /// - Throws: ``APIError/malformed``.
    /// - Complexity: O(bytes); ``JSONCheck`` refuses everything that would take longer.
    static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(APIError) -> Message {
        guard JSONCheck.accepts(bytes), let message = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            // The decoder's own words may quote what was sent.
            throw .malformed
        }
        return message
    }
}

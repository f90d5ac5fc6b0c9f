// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// JSON that comes in from an unknown sender.
enum APIRequest {
    /// The most bytes of a request. Drawings of ``PictureGesture/pointLimit`` points take less.
    static let byteLimit = 1 << 18

    /// The body of a request as a message.
    /// - Throws: ``APIError``.
    static func read<Message: Decodable>(
        _ type: Message.Type, from request: Request, byteLimit: Int = byteLimit
    ) async throws -> Message {
        return try decode(type, from: Array(try await body(of: request, upTo: byteLimit).readableBytesView))
    }

    /// The body of a request.
    /// - Throws: ``APIError``, also where the client has gone: a connection that breaks is no fault of the service.
    static func body(of request: Request, upTo byteLimit: Int) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: byteLimit)
        } catch is NIOTooManyBytesError {
            throw APIError.tooLarge
        } catch let error as HTTPParserError {
            // The connection answers what cannot be read.
            throw error
        } catch {
            throw APIError.malformed
        }
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

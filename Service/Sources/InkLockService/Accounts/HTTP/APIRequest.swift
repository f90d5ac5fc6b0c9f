// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// Functions that read JSON request bodies from untrusted clients.
enum APIRequest {
    /// The maximum number of bytes of a request. Drawings of ``PictureGesture/pointLimit`` points are smaller.
    static let byteLimit = 1 << 18

    /// Reads the body of a request as a message.
    /// - Throws: ``APIError``.
    static func read<Message: Decodable>(
        _ type: Message.Type, from request: Request, byteLimit: Int = byteLimit
    ) async throws -> Message {
        return try decode(type, from: Array(try await body(of: request, upTo: byteLimit).readableBytesView))
    }

    /// Reads the body of a request.
    /// - Throws: ``APIError``, even if the connection is lost, which is not an error of the service.
    static func body(of request: Request, upTo byteLimit: Int) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: byteLimit)
        } catch is NIOTooManyBytesError {
            throw APIError.tooLarge
        } catch let error as HTTPParserError {
            // The connection handler answers requests that cannot be parsed.
            throw error
        } catch {
            throw APIError.malformed
        }
    }

    /// Decodes a message.
    /// - Throws: ``APIError/malformed``.
    /// - Complexity: O(bytes); ``JSONCheck`` refuses input that would take longer.
    static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(APIError) -> Message {
        guard JSONCheck.accepts(bytes), let message = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            // The decoder's message may quote the input.
            throw .malformed
        }
        return message
    }
}

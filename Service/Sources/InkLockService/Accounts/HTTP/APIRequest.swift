// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// Functions that read JSON request bodies from untrusted clients.
enum APIRequest {
    /// The maximum number of bytes of a request. Drawings of ``PictureGesture/pointLimit`` points are smaller.
    static let byteLimit = 1 << 18

    /// Reads the body of a request. ``ConnectionHandler`` bounds what all of them take.
    /// - Parameter byteLimit: The maximum number of bytes.
    /// - Throws: ``APIError``, even if the connection is lost, which is not an error of the service.
    static func body(of request: Request, upTo byteLimit: Int) async throws -> ByteBuffer {
        var body = ByteBuffer()
        do {
            for try await part in request.body {
                guard body.readableBytes + part.readableBytes <= byteLimit else { throw APIError.tooLarge }
                body.writeImmutableBuffer(part)
            }
        } catch let error as APIError {
            throw error
        } catch let error as HTTPParserError {
            // The connection handler answers requests that cannot be parsed.
            throw error
        } catch {
            throw APIError.malformed
        }
        return body
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

// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// Functions that read JSON request bodies from untrusted clients.
enum APIRequest {
    /// The maximum number of bytes of a request. Drawings of ``PictureGesture/pointLimit`` points are smaller.
    static let byteLimit = 1 << 18

    /// Reads the body of a request.
    /// - Parameters:
    ///   - byteLimit: The maximum number of bytes.
    ///   - memory: The memory for bodies that are being received.
    ///   - client: The key under which requests of one client are counted.
    /// - Throws: ``APIError``, even if the connection is lost, which is not an error of the service.
    static func body(
        of request: Request, upTo byteLimit: Int, in memory: BodyMemory, for client: String
    ) async throws -> ByteBuffer {
        var body = ByteBuffer()
        var taken = 0
        defer { memory.giveBack(taken, of: client) }
        do {
            for try await part in request.body {
                let count = body.readableBytes + part.readableBytes
                guard count <= byteLimit else { throw APIError.tooLarge }
                let missing = count - BodyMemory.freeBytes - taken
                if missing > 0 {
                    guard memory.take(missing, for: client) else { throw APIError.bodiesWait }
                    taken += missing
                }
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

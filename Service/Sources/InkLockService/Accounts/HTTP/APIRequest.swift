// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOCore

/// JSON that comes in, from whoever may have sent it.
enum APIRequest {
    /// The most bytes of a request: three drawings of 16,000 samples.
    static let byteLimit = 1 << 18
    /// How deeply values may be nested.
    static let depthLimit = 8

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
        let bytes = Data(body.readableBytesView)
        guard isShallow(bytes), let message = try? JSONDecoder().decode(type, from: bytes) else {
            // The decoder's own words may quote what was sent.
            throw APIError.malformed
        }
        return message
    }

    /// Whether nothing is nested too deeply, strings left aside.
    static func isShallow(_ bytes: some Sequence<UInt8>) -> Bool {
        var (depth, isInString, isEscaped) = (0, false, false)
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            guard depth <= depthLimit else { return false }
        }
        return true
    }
}

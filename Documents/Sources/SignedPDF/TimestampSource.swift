// SPDX-License-Identifier: MIT
import SwiftASN1

/// A source of timestamps, for example a responder that is reached over HTTP (RFC 3161 §3.4).
///
/// The responder learns the digest of a signature, but nothing about the document.
public protocol TimestampSource {
    /// Sends a TimeStampReq (RFC 3161 §2.4.1) in DER.
    /// - Returns: The TimeStampResp in DER.
    func timestampResponse(to request: [UInt8]) async throws -> [UInt8]
}

extension TimestampSource {
    /// Asks for a timestamp of a message.
    /// - Returns: The token, a ContentInfo in DER, whose signature was checked.
    /// - Throws: ``PDFError/timestampRefused``, ``PDFError/invalidTimestamp``, or the error of the source.
    func token(of message: [UInt8]) async throws -> [UInt8] {
        let nonce = UInt64.random(in: (1 << 56)..<(1 << 63))
        let response = try await timestampResponse(to: try Self.request(of: message, nonce: nonce))
        guard response.count <= PDFLimits.timestampBytes else { throw PDFError.invalidTimestamp }
        let token: [UInt8]
        do {
            token = try Self.token(in: response)
            let timestamp = try DocumentTimestamp(token: token, of: message)
            guard timestamp.nonce == nonce else { throw PDFError.invalidTimestamp }
        } catch PDFError.timestampRefused {
            throw PDFError.timestampRefused
        } catch {
            throw PDFError.invalidTimestamp
        }
        return token
    }

    /// Returns a TimeStampReq that asks for the responder's certificates too.
    private static func request(of message: [UInt8], nonce: UInt64) throws -> [UInt8] {
        var output = DER.Serializer()
        try output.appendConstructedNode(identifier: .sequence) { output in
            try output.serialize(1)
            try output.appendConstructedNode(identifier: .sequence) { output in
                try output.appendConstructedNode(identifier: .sequence) { output in
                    try output.serialize(DigestAlgorithm.sha256.identifier)
                }
                try output.serialize(ASN1OctetString(contentBytes: DigestAlgorithm.sha256.digest(of: message)[...]))
            }
            try output.serialize(nonce)
            try output.serialize(true)
        }
        return output.serializedBytes
    }

    private static func token(in response: [UInt8]) throws -> [UInt8] {
        let parts = Array(try SigningCertificate.children(try DER.parse(response)))
        guard let status = parts.first, let number = try SigningCertificate.children(status).first(where: { _ in true })
        else { throw PDFError.invalidTimestamp }
        // Granted, or granted with modifications.
        guard 0...1 ~= (try Int(derEncoded: number)), parts.count == 2 else { throw PDFError.timestampRefused }
        return Array(parts[1].encodedBytes)
    }
}

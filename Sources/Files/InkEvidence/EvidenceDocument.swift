// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The document that was signed, by its digest.
public struct EvidenceDocument: Hashable, Sendable {
    /// The SHA-256 digest (FIPS 180-4) of the document's bytes, 32 bytes.
    public let digest: [UInt8]
    /// The number of the document's bytes.
    public let byteCount: Int
    /// The document's name as the signer saw it, at most ``EvidenceLimits/nameBytes`` bytes.
    public let name: String?

    /// Creates the description of a document that is in memory.
    ///
    /// - Complexity: O(bytes).
    public init(_ bytes: some Sequence<UInt8>, name: String? = nil) {
        let data = Data(bytes)
        self.init(digest: Array(SHA256.hash(data: data)), byteCount: data.count, name: name)
    }

    /// Creates the description of a document whose digest is known.
    /// - Parameters:
    ///   - digest: The SHA-256 digest of the document's bytes.
    ///   - byteCount: The number of the document's bytes.
    ///   - name: The document's name as the signer saw it.
    public init(digest: [UInt8], byteCount: Int, name: String? = nil) {
        self.digest = digest
        self.byteCount = byteCount
        self.name = name
    }

    /// Returns whether both are the same bytes, whatever their names.
    func hasBytes(of other: EvidenceDocument) -> Bool { digest == other.digest && byteCount == other.byteCount }

    var isInRange: Bool {
        digest.count == SHA256.byteCount && byteCount >= 0 && (name?.utf8.count ?? 0) <= EvidenceLimits.nameBytes
    }

    func write(to output: inout CBORWriter) {
        output.array(3)
        output.bytes(digest)
        output.integer(Int64(byteCount))
        if let name { output.text(name) } else { output.null() }
    }

    init(from input: inout CBORReader) throws(CBORError) {
        _ = try input.array(3...3)
        self.init(
            digest: try input.bytes(SHA256.byteCount...SHA256.byteCount), byteCount: try input.count(in: 0...Int.max),
            name: input.isNull() ? nil : try input.text(limit: EvidenceLimits.nameBytes))
    }
}

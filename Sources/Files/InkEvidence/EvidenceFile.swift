// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The outermost form of evidence: its blocks and the signature over the last of them.
///
/// The signature is that of a COSE_Sign1 (RFC 9052 §4.2) with a detached payload, the digest of the last block.
package struct EvidenceFile {
    /// The text at the start of a file, which also separates signatures and keys from those for other purposes.
    package static let domain = "inklock-evidence"
    package static let version: UInt64 = 1

    /// The blocks' bytes.
    var blocks: [[UInt8]]
    /// COSE's number of the signature's algorithm.
    var algorithm: Int
    var signature: [UInt8]

    static func digest(_ block: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: block)) }

    /// Returns the bytes to sign: the Sig_structure of RFC 9052 §4.4.
    static func message(algorithm: Int, lastBlock digest: [UInt8]) -> [UInt8] {
        var output = CBORWriter()
        output.array(4)
        output.text("Signature1")
        output.bytes(protected(algorithm))
        output.bytes("\(domain) \(version)".utf8)
        output.bytes(digest)
        return output.bytes
    }

    private static func protected(_ algorithm: Int) -> [UInt8] {
        var output = CBORWriter()
        output.map(1)
        output.integer(1)
        output.integer(Int64(algorithm))
        return output.bytes
    }

    func encoded() -> [UInt8] {
        var output = CBORWriter()
        output.array(4)
        output.text(Self.domain)
        output.unsigned(Self.version)
        output.array(blocks.count)
        for block in blocks { output.bytes(block) }
        output.array(4)
        output.bytes(Self.protected(algorithm))
        output.map(0)
        output.null()
        output.bytes(signature)
        return output.bytes
    }
}

extension EvidenceFile {
    /// Reads a file. The blocks are not read yet.
    /// - Throws: ``EvidenceError``
    /// - Complexity: O(bytes)
    init(_ bytes: [UInt8]) throws(EvidenceError) {
        var head = CBORWriter()
        head.array(4)
        head.text(Self.domain)
        guard bytes.starts(with: head.bytes) else { throw .notEvidence }
        guard bytes.count <= EvidenceLimits.fileBytes else { throw .tooLarge }
        var input = CBORReader(bytes)
        do throws(CBORError) {
            _ = try input.array(4...4)
            _ = try input.text(limit: Self.domain.utf8.count)
        } catch { throw .notEvidence }
        guard let version = try? input.unsigned(), version == Self.version else { throw .unsupportedVersion }
        do throws(CBORError) {
            try self.init(from: &input)
            try input.end()
        } catch { throw .malformed(offset: error.offset) }
    }

    private init(from input: inout CBORReader) throws(CBORError) {
        var blocks: [[UInt8]] = []
        for _ in 0..<(try input.array(2...EvidenceLimits.blocks)) {
            blocks.append(try input.bytes(1...EvidenceLimits.blockBytes))
        }
        _ = try input.array(4...4)
        let start = input.fault
        let protected = try input.bytes(3...3)
        guard let algorithm = [-8, -7].first(where: { Self.protected($0) == protected }) else { throw start }
        _ = try input.map(0...0)
        guard input.isNull() else { throw input.fault }
        let size = EvidenceKey.signatureByteCount
        self.init(blocks: blocks, algorithm: algorithm, signature: try input.bytes(size...size))
    }
}

// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkStroke

/// Evidence of a signature, as it was read from a file. docs/SPEC.md specifies every byte.
///
/// Reading evidence proves nothing. ``EvidenceVerifier`` checks it.
public struct Evidence: Sendable {
    /// The facts that were known when the signer began.
    public let opening: EvidenceOpening
    /// The clocks when the signer finished.
    public let end: EvidenceClock
    /// The number of all strokes, including those that the signer removed.
    public let strokeCount: Int
    /// The number of all samples, including those of removed strokes.
    public let sampleCount: Int
    /// The picture that the samples gave when they were signed.
    public let rendering: EvidenceRendering
    /// The key of the signature.
    public let key: EvidenceKey
    /// The public key (X25519, 32 bytes) to which the samples are sealed, or `nil` if every reader can see them.
    public var recipient: [UInt8]? { sealing?.recipient }

    let sealing: EvidenceSealing?
    let file: EvidenceFile
    let blocks: [EvidenceBlock]

    /// Reads an evidence file from untrusted bytes.
    /// - Throws: ``EvidenceError``. Damaged data is never repaired. Memory use stays within a small multiple of
    ///   `bytes`.
    /// - Complexity: O(`bytes.count`)
    public init(_ bytes: [UInt8]) throws(EvidenceError) {
        file = try EvidenceFile(bytes)
        var blocks: [EvidenceBlock] = []
        blocks.reserveCapacity(file.blocks.count)
        for (i, bytes) in file.blocks.enumerated() {
            do throws(CBORError) {
                blocks.append(try EvidenceBlock(bytes))
            } catch { throw .malformedBlock(i, offset: error.offset) }
        }
        self.blocks = blocks
        guard case .opening(let opening, let sealing) = blocks[0].content else { throw .malformedBlock(0, offset: 0) }
        self.opening = opening
        self.sealing = sealing
        let last = blocks.count - 1
        guard case .closing(let closing) = blocks[last].content else { throw .malformedBlock(last, offset: 0) }
        end = closing.end
        strokeCount = closing.strokeCount
        sampleCount = closing.sampleCount
        rendering = closing.rendering
        key = closing.key
        guard key.algorithm == file.algorithm else { throw .malformedBlock(last, offset: 0) }
        for i in 1..<last {
            switch blocks[i].content {
            case .samples where sealing == nil, .sealed where sealing != nil, .removal: continue
            default: throw .malformedBlock(i, offset: 0)
            }
        }
    }

    /// Returns the drawing that the samples give, without the strokes that the signer removed.
    ///
    /// The drawing is meant for rendering: as in every `Stroke`, times never decrease and pressure is limited to 0...1.
    /// - Parameter key: The recipient's key, if the samples are sealed.
    /// - Throws: ``EvidenceError/missingRecipientKey`` without a key, ``EvidenceError/wrongRecipientKey`` for another
    ///   key, ``EvidenceError/invalidSeal(block:)``, or ``EvidenceError/outOfOrder`` if the strokes are not complete.
    /// - Complexity: O(samples)
    public func drawing(
        opening key: Curve25519.KeyAgreement.PrivateKey? = nil
    ) throws(EvidenceError) -> Drawing {
        let assembly = try assembly(opening: key)
        return Drawing(
            size: opening.size, strokes: assembly.strokes, date: Double(opening.begin.wallMilliseconds) / 1000)
    }

    func assembly(opening key: Curve25519.KeyAgreement.PrivateKey?) throws(EvidenceError) -> DrawingAssembly {
        var opener: HPKE.Recipient?
        if let sealing {
            guard let key else { throw .missingRecipientKey }
            opener = try sealing.opener(key, session: opening.session)
        }
        var assembly = DrawingAssembly()
        for (i, block) in blocks.enumerated() {
            switch block.content {
            case .samples(let piece): try assembly.append(piece)
            case .removal(let count): try assembly.removeLast(count)
            case .sealed(let bytes):
                guard let plain = try? opener?.open(bytes, authenticating: block.previous),
                    let piece = try? SamplePiece(Array(plain))
                else { throw .invalidSeal(block: i) }
                try assembly.append(piece)
            case .opening, .closing: continue
            }
        }
        guard !assembly.isInStroke else { throw .outOfOrder }
        return assembly
    }
}

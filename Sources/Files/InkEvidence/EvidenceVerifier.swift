// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkRaster
import InkStroke

/// A verifier that checks whether evidence is consistent, and whether it matches the facts that the caller knows.
public struct EvidenceVerifier: Sendable {
    /// The document that the signature is expected to belong to, or `nil` if the caller does not have it.
    public var document: EvidenceDocument?
    /// The key that the signature is expected to have, or `nil` if the caller does not know it.
    public var key: EvidenceKey?
    /// The recipient's key that opens sealed samples.
    public var recipientKey: Curve25519.KeyAgreement.PrivateKey?
    /// A picture that is expected to show the signature, for example from a print file.
    public var picture: Bitmap?
    /// The maximum work for drawing the picture again, as a share of the work for the largest evidence. The default is
    /// 1. Use a smaller share to check several pieces of evidence together.
    public var work = 1.0

    /// Creates a verifier with the facts that the caller knows.
    public init(
        document: EvidenceDocument? = nil, key: EvidenceKey? = nil,
        recipientKey: Curve25519.KeyAgreement.PrivateKey? = nil, picture: Bitmap? = nil
    ) {
        self.document = document
        self.key = key
        self.recipientKey = recipientKey
        self.picture = picture
    }

    /// The maximum difference in milliseconds between the times that two clocks measure. A wall clock that is set by
    /// the network moves a little.
    package static let clockTolerance: Int64 = 2000

    /// Checks evidence.
    /// - Returns: The findings, in the order of `EvidenceFinding.Subject`. There is a finding about the caller's
    ///   picture only if there is one. If any check fails, do not rely on the evidence.
    /// - Complexity: O(bytes + samples + pixels)
    public func findings(about evidence: Evidence) -> [EvidenceFinding] {
        var findings = [
            chain(evidence), signature(evidence), signer(evidence), document(evidence),
        ]
        var assembly: DrawingAssembly?
        do throws(EvidenceError) {
            let opened = try evidence.assembly(opening: recipientKey)
            assembly = opened
            let isCounted =
                opened.strokeCount == evidence.strokeCount && opened.sampleCount == evidence.sampleCount
            findings.append(
                isCounted
                    ? EvidenceFinding(.samples, .holds, .readableSamples)
                    : EvidenceFinding(.samples, .fails, .otherCounts))
        } catch {
            findings.append(samples(error))
        }
        findings.append(rendering(evidence, assembly, samples: findings[findings.count - 1]))
        if let picture {
            let isSame = evidence.rendering.hasPixels(of: picture)
            findings.append(
                EvidenceFinding(.picture, isSame ? .holds : .fails, isSame ? .samePixels : .otherPixels))
        }
        findings.append(clocks(evidence, assembly))
        findings.append(EvidenceFinding(.time, .unknown, .ownClockOnly))
        findings.append(EvidenceFinding(.writer, .unknown, .needsExpert))
        return findings
    }

    /// Returns the work that ``findings(about:)`` takes to draw the picture again, as a share of the work for the
    /// largest evidence; 0 if it does not draw the picture.
    /// - Complexity: O(samples)
    public func work(for evidence: Evidence) -> Double {
        guard evidence.rendering.engine == EvidenceRendering.currentEngine,
            let assembly = try? evidence.assembly(opening: recipientKey)
        else { return 0 }
        let drawing = Drawing(size: evidence.opening.size, strokes: assembly.strokes)
        let needed = evidence.rendering.settings.work(of: drawing)
        return needed <= min(work, 1) ? needed : 0
    }

    private func chain(_ evidence: Evidence) -> EvidenceFinding {
        var last: [UInt8] = []
        for (i, block) in evidence.blocks.enumerated() {
            guard block.index == i, block.previous == last else {
                return EvidenceFinding(.chain, .fails, .brokenChain, block: i)
            }
            last = EvidenceFile.digest(evidence.file.blocks[i])
        }
        return EvidenceFinding(.chain, .holds, .complete)
    }

    private func signature(_ evidence: Evidence) -> EvidenceFinding {
        let digest = EvidenceFile.digest(evidence.file.blocks[evidence.file.blocks.count - 1])
        let message = EvidenceFile.message(algorithm: evidence.key.algorithm, lastBlock: digest)
        return evidence.key.isValid(evidence.file.signature, over: message)
            ? EvidenceFinding(.signature, .holds, .validSignature)
            : EvidenceFinding(.signature, .fails, .invalidSignature)
    }

    private func signer(_ evidence: Evidence) -> EvidenceFinding {
        guard let key else { return EvidenceFinding(.signer, .unknown, .noKeyGiven) }
        return evidence.key == key
            ? EvidenceFinding(.signer, .holds, .expectedKey) : EvidenceFinding(.signer, .fails, .otherKey)
    }

    private func document(_ evidence: Evidence) -> EvidenceFinding {
        guard let signed = evidence.opening.document else {
            return EvidenceFinding(.document, document == nil ? .unknown : .fails, .noDocumentSigned)
        }
        guard let document else { return EvidenceFinding(.document, .unknown, .noDocumentGiven) }
        return signed.hasBytes(of: document)
            ? EvidenceFinding(.document, .holds, .sameDocument) : EvidenceFinding(.document, .fails, .otherDocument)
    }

    private func samples(_ error: EvidenceError) -> EvidenceFinding {
        switch error {
        case .missingRecipientKey: EvidenceFinding(.samples, .unknown, .sealedSamples)
        case .wrongRecipientKey: EvidenceFinding(.samples, .unknown, .otherRecipient)
        case .invalidSeal(let block): EvidenceFinding(.samples, .fails, .damagedSamples, block: block)
        default: EvidenceFinding(.samples, .fails, .damagedSamples)
        }
    }

    private func rendering(
        _ evidence: Evidence, _ assembly: DrawingAssembly?, samples: EvidenceFinding
    ) -> EvidenceFinding {
        guard let assembly else { return EvidenceFinding(.rendering, .unknown, samples.reason) }
        guard evidence.rendering.engine == EvidenceRendering.currentEngine else {
            return EvidenceFinding(.rendering, .unknown, .otherEngine)
        }
        let drawing = Drawing(size: evidence.opening.size, strokes: assembly.strokes)
        let needed = evidence.rendering.settings.work(of: drawing)
        // No recorder signs a picture above the maximum work, so the check fails whatever the caller's limit.
        guard needed <= work || needed > 1 else {
            return EvidenceFinding(.rendering, .unknown, .notDrawn)
        }
        let again = try? EvidenceRendering(drawing, evidence.rendering.settings)
        return again == evidence.rendering
            ? EvidenceFinding(.rendering, .holds, .samePixels) : EvidenceFinding(.rendering, .fails, .otherPixels)
    }

    private func clocks(_ evidence: Evidence, _ assembly: DrawingAssembly?) -> EvidenceFinding {
        let (begin, end) = (evidence.opening.begin, evidence.end)
        let wall = end.wallMilliseconds - begin.wallMilliseconds
        let monotonic = end.monotonicMilliseconds - begin.monotonicMilliseconds
        guard monotonic - wall <= Self.clockTolerance, monotonic >= 0 else {
            return EvidenceFinding(.clocks, .fails, .clocksDisagree)
        }
        guard evidence.opening.source == .captured else {
            return EvidenceFinding(.clocks, .unknown, .importedSamples)
        }
        let isWithin = assembly.map { $0.lastSample * 1000 <= Double(monotonic + Self.clockTolerance) } ?? true
        guard isWithin else { return EvidenceFinding(.clocks, .fails, .samplesOutlastClocks) }
        // Many monotonic clocks stand still while the device sleeps, and the wall clock never does.
        return wall - monotonic <= Self.clockTolerance
            ? EvidenceFinding(.clocks, .holds, .clocksAgree) : EvidenceFinding(.clocks, .unknown, .sleptOrSetForward)
    }
}

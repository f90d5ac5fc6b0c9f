// SPDX-License-Identifier: MIT
import InkEvidence
import InkStroke

/// Findings in plain words.
enum EvidenceText {
    static func sentence(_ finding: EvidenceFinding) -> String {
        switch finding.reason {
        case .complete: "The recording is complete and in order."
        case .brokenChain:
            "Block \(finding.block ?? 0) does not follow the one before it: one of them was changed, moved or left out."
        case .otherCounts: "The recording has more or fewer strokes or samples than were signed."
        case .validSignature: "The signature matches its key."
        case .invalidSignature: "The signature does not match: the file was changed after signing."
        case .expectedKey: "It was signed with the key that you gave."
        case .otherKey: "It was signed with a different key from the one you gave."
        case .noKeyGiven: "It is not known whose key signed it. Give the key with --key."
        case .sameDocument: "The evidence belongs to this document."
        case .otherDocument: "The evidence belongs to another document, or this one was changed."
        case .noDocumentGiven: "It is not known whether the evidence belongs to your document. Give it with --document."
        case .noDocumentSigned: "The evidence names no document."
        case .readableSamples: "All samples can be read."
        case .sealedSamples, .otherRecipient, .damagedSamples: samples(finding)
        case .samePixels:
            finding.subject == .picture
                ? "Your picture is the signed one, pixel for pixel."
                : "The samples give the signed picture, pixel for pixel."
        case .otherPixels:
            finding.subject == .picture
                ? "Your picture is not the signed one." : "The samples do not give the picture that was signed."
        case .otherEngine: "A different version of the drawing engine made the picture, so it cannot be compared."
        case .notDrawn: "The picture was not drawn again, because the document holds too many large recordings."
        case .clocksAgree: "Both clocks of the device measured the same time, and the samples fit into it."
        case .clocksDisagree: "The clocks of the device disagree: one was changed while the signer drew."
        case .sleptOrSetForward: "The device slept while the signer drew, or its clock was set forward."
        case .samplesOutlastClocks: "The samples take longer than the recording did."
        case .importedSamples: "The samples were read from a file later, so the clocks say nothing about them."
        case .ownClockOnly: "It is not proven when it was signed: only the device's own clock says so."
        case .needsExpert:
            "It is not proven who drew it. An expert can compare the samples with other signatures of the person."
        }
    }

    static func sentence(_ flaw: SignatureFlaw) -> String {
        switch flaw {
        case .onlyDots: "There is no line, only dots."
        case .tooShort: "The signature is very short."
        case .clipped: "A part of the signature is outside the surface."
        case .samplesMissing: "Some samples are missing: the device was too busy, or the file was thinned out."
        case .impossibleSpeed: "The line was drawn faster than a hand can move."
        case .repeated: "This is a copy of an earlier signature."
        }
    }

    /// Returns the reason why samples, or the picture that they give, cannot be checked.
    private static func samples(_ finding: EvidenceFinding) -> String {
        guard finding.subject == .samples else {
            return "It is not known whether the samples give the signed picture, because they cannot be read."
        }
        return switch finding.reason {
        case .sealedSamples: "The samples are sealed. Open them with the recipient's key and --open-with."
        case .otherRecipient: "The samples are sealed to a different key from the one you gave."
        default:
            finding.block.map { "The samples of block \($0) do not open: they were changed or moved." }
                ?? "The samples are damaged or not complete."
        }
    }
}

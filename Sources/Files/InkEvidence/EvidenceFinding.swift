// SPDX-License-Identifier: MIT

/// The result of one check of evidence.
public struct EvidenceFinding: Hashable, Sendable {
    /// The subject of a check.
    public enum Subject: Hashable, Sendable, CaseIterable {
        /// The completeness and the order of the blocks.
        case chain
        /// The signature over the last block.
        case signature
        /// The holder of the signature's key.
        case signer
        /// The document that was signed.
        case document
        /// The samples that the device reported.
        case samples
        /// The picture that is drawn from the samples.
        case rendering
        /// The picture that the caller compares with the evidence.
        case picture
        /// The two clocks of the device.
        case clocks
        /// The time of signing.
        case time
        /// The person who drew.
        case writer
    }

    /// The result of a check.
    public enum Verdict: Hashable, Sendable, CaseIterable {
        /// The check passed.
        case holds
        /// The check failed.
        case fails
        /// The evidence and the caller's input do not decide the check.
        case unknown
    }

    /// The reason for a verdict.
    public enum Reason: Hashable, Sendable, CaseIterable {
        /// Each block follows the one before it.
        case complete
        /// A block does not follow the one before it: one of the two was changed, moved, inserted or left out.
        case brokenChain
        /// The numbers of strokes or samples differ from those that were signed.
        case otherCounts
        /// The signature is valid for the file and its key.
        case validSignature
        /// The signature is not valid.
        case invalidSignature
        /// The key is the one that the caller expects.
        case expectedKey
        /// The key differs from the one that the caller expects.
        case otherKey
        /// The caller expects no particular key.
        case noKeyGiven
        /// The document is the one that was signed.
        case sameDocument
        /// The document is not the one that was signed, or was changed.
        case otherDocument
        /// The caller gave no document.
        case noDocumentGiven
        /// The evidence names no document.
        case noDocumentSigned
        /// The samples can be read.
        case readableSamples
        /// The samples are sealed, and the caller gave no key.
        case sealedSamples
        /// The samples are sealed to a different key from the one that the caller gave.
        case otherRecipient
        /// The samples cannot be opened, or their strokes are not complete.
        case damagedSamples
        /// The samples give the picture that was signed, bit for bit.
        case samePixels
        /// The samples, or the caller's picture, give a different picture from the one that was signed.
        case otherPixels
        /// The picture was drawn by another version of the ink, which may give other pixels.
        case otherEngine
        /// Drawing the picture would take more work than ``EvidenceVerifier/work``.
        case notDrawn
        /// Both clocks measured the same time, and the samples fit into it.
        case clocksAgree
        /// The wall clock measured less time than the monotonic clock, or the monotonic clock ran backwards: one of
        /// them was changed while the signer drew.
        case clocksDisagree
        /// The wall clock measured more time than the monotonic clock: the device slept, or the wall clock was set
        /// forward while the signer drew.
        case sleptOrSetForward
        /// The samples take longer than the recording.
        case samplesOutlastClocks
        /// The samples were read from a file, so the clocks prove nothing about them.
        case importedSamples
        /// Only the device's own clock states the time.
        case ownClockOnly
        /// Evidence alone does not identify a person.
        case needsExpert
    }

    /// The subject of the check.
    public let subject: Subject
    /// The result.
    public let verdict: Verdict
    /// The reason for the result.
    public let reason: Reason
    /// The number of the block, from 0, to which the reason applies; `nil` if it does not apply to a single block.
    public let block: Int?

    init(_ subject: Subject, _ verdict: Verdict, _ reason: Reason, block: Int? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.reason = reason
        self.block = block
    }
}

// SPDX-License-Identifier: MIT

/// An error in recording or reading evidence. No case carries a sample, a key or a text of the evidence.
public enum EvidenceError: Error, Hashable, Sendable {
    /// The bytes are not an evidence file.
    case notEvidence
    /// This reader does not support the file's version.
    case unsupportedVersion
    /// The bytes around the blocks are malformed or incomplete. The offset counts bytes from the start of the file.
    case malformed(offset: Int)
    /// A block is malformed. The offset counts bytes from the start of the block.
    case malformedBlock(Int, offset: Int)
    /// The file or a part of it is larger than ``EvidenceLimits`` allow.
    case tooLarge
    /// A sample has a coordinate or time that is not finite or out of range.
    case invalidSample
    /// A call or a block is out of order: a stroke is in progress, none is, or there are too few.
    case outOfOrder
    /// The recipient's key for sealed samples is not valid, or is not the one that they were sealed to.
    case wrongRecipientKey
    /// The samples are sealed, and no key was given to open them.
    case missingRecipientKey
    /// The sealed samples of a block cannot be opened, because they were changed or moved.
    case invalidSeal(block: Int)
    /// The drawing has no area, or its rendering would be too large or has settings that evidence does not support.
    case unsupportedRendering
    /// The signer's key is not valid, or the signature was not made with it.
    case invalidSignature
}

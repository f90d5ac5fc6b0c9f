// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkRaster
import InkStroke

/// A recorder of a signature as evidence, while the signature is drawn.
///
/// Pass the recorder the samples that the device reports, before any smoothing or correction, and in the same order as
/// to a `DrawingEditor`. Each block of samples contains the digest of the previous block, so that no block can be
/// inserted, left out or moved later. ``finish(at:rendering:signer:)`` signs the last block, and thereby all of them.
///
/// A recorder cannot be copied. Two copies would seal different samples with the same nonces, and an attacker could
/// compute both from the two files. Only one task at a time owns a recorder, so it can be sent to another task.
public struct EvidenceRecorder: ~Copyable, @unchecked Sendable {
    private let opening: EvidenceOpening
    private var sender: HPKE.Sender?
    private var blocks: [[UInt8]]
    private var last: [UInt8]
    private var byteCount: Int
    private var head: SamplePiece.Head?
    private var isHeadWritten: Bool
    private var pending: [StrokePoint]
    private var assembly: DrawingAssembly

    /// The drawing that the samples give: the strokes that are finished and not removed.
    public var drawing: Drawing {
        Drawing(
            size: opening.size, strokes: assembly.strokes, date: Double(opening.begin.wallMilliseconds) / 1000)
    }

    /// Creates a recorder, which begins the recording.
    /// - Parameters:
    ///   - opening: The facts that are known at the beginning.
    ///   - recipient: The public key of the recipient who may see the samples, for example a notary. Without a key,
    ///     every reader of the file can see them.
    /// - Throws: ``EvidenceError/tooLarge`` if a part of `opening` exceeds its range,
    ///   ``EvidenceError/wrongRecipientKey``.
    public init(
        _ opening: EvidenceOpening, sealingTo recipient: Curve25519.KeyAgreement.PublicKey? = nil
    ) throws(EvidenceError) {
        guard opening.isInRange else { throw .tooLarge }
        // A value that cannot be copied is initialised completely, after all that can throw.
        var begun: (sender: HPKE.Sender, sealing: EvidenceSealing)?
        if let recipient { begun = try EvidenceSealing.begin(to: recipient, session: opening.session) }
        let first = EvidenceBlock(index: 0, previous: [], content: .opening(opening, begun?.sealing)).encoded()
        guard first.count <= EvidenceLimits.blockBytes else { throw .tooLarge }
        self.opening = opening
        sender = begun?.sender
        blocks = [first]
        byteCount = first.count + 5
        last = EvidenceFile.digest(first)
        head = nil
        isHeadWritten = false
        pending = []
        assembly = DrawingAssembly()
    }

    // MARK: Drawing

    /// Starts a stroke.
    /// - Parameters:
    ///   - brush: The brush of the stroke.
    ///   - model: The curve through the stroke's samples.
    ///   - start: The time of the first sample in seconds since the beginning of the recording.
    /// - Throws: ``EvidenceError/outOfOrder`` if a stroke is in progress, ``EvidenceError/invalidSample``,
    ///   ``EvidenceError/tooLarge``.
    public mutating func begin(
        brush: Brush = .pen, model: StrokeModel = .fair, start: Double
    ) throws(EvidenceError) {
        guard head == nil else { throw .outOfOrder }
        guard assembly.strokeCount < EvidenceLimits.strokes else { throw .tooLarge }
        guard SamplePiece.isRecordable(start: start) else { throw .invalidSample }
        head = SamplePiece.Head(brush: brush, model: model, start: start)
        isHeadWritten = false
    }

    /// Appends samples to the stroke in progress.
    ///
    /// The samples are recorded unchanged. Their times are in seconds since the stroke's first sample.
    /// - Throws: ``EvidenceError/outOfOrder`` without a stroke in progress, ``EvidenceError/invalidSample`` for a
    ///   number that is not finite or out of range, or ``EvidenceError/tooLarge``. Nothing is recorded then.
    /// - Complexity: O(samples)
    public mutating func append(contentsOf samples: some Collection<StrokePoint>) throws(EvidenceError) {
        guard head != nil else { throw .outOfOrder }
        guard samples.allSatisfy(SamplePiece.isRecordable) else { throw .invalidSample }
        guard assembly.sampleCount + pending.count + samples.count <= EvidenceLimits.samples,
            byteCount + 64 * (pending.count + samples.count) < EvidenceLimits.fileBytes / 2
        else { throw .tooLarge }
        for sample in samples {
            if pending.count == EvidenceLimits.blockSamples { try flush(isEnd: false) }
            pending.append(sample)
        }
    }

    /// Ends the stroke in progress. A stroke without samples is not recorded.
    /// - Throws: ``EvidenceError/outOfOrder`` without a stroke in progress.
    public mutating func end() throws(EvidenceError) {
        guard head != nil else { throw .outOfOrder }
        if !pending.isEmpty { try flush(isEnd: true) }
        head = nil
    }

    /// Removes the last strokes from the drawing, as undoing and clearing do. Their samples stay in the evidence.
    /// - Parameter count: The number of strokes, at least 1.
    /// - Throws: ``EvidenceError/outOfOrder`` if a stroke is in progress, or there are fewer strokes.
    public mutating func removeLast(_ count: Int = 1) throws(EvidenceError) {
        guard head == nil, 1...max(1, assembly.strokes.count) ~= count, !assembly.strokes.isEmpty else {
            throw .outOfOrder
        }
        try append(.removal(count))
        try assembly.removeLast(count)
    }

    /// Appends a drawing that was recorded earlier. The opening of such evidence has
    /// ``EvidenceOpening/Source/imported``.
    /// - Throws: The errors of ``begin(brush:model:start:)`` and ``append(contentsOf:)``.
    public mutating func append(_ drawing: Drawing) throws(EvidenceError) {
        for stroke in drawing.strokes {
            try begin(brush: stroke.brush, model: stroke.model, start: stroke.start)
            try append(contentsOf: stroke.points)
            try end()
        }
    }

    // MARK: Signing

    /// Draws the picture, writes the last block and signs it.
    /// - Parameters:
    ///   - end: The clocks at the end.
    ///   - rendering: The settings of the picture, without a background image.
    ///   - signer: The app's key.
    /// - Returns: The evidence file.
    /// - Throws: ``EvidenceError/outOfOrder`` if a stroke is in progress, ``EvidenceError/unsupportedRendering``,
    ///   ``EvidenceError/invalidSignature``, or the error of the signer.
    /// - Complexity: O(samples + pixels)
    public func finish(
        at end: EvidenceClock, rendering: Rendering = Rendering(scale: 2), signer: some EvidenceSigner
    ) async throws -> [UInt8] {
        guard head == nil else { throw EvidenceError.outOfOrder }
        guard end.isInRange else { throw EvidenceError.tooLarge }
        let key = signer.evidenceKey
        let closing = try block(
            .closing(
                EvidenceClosing(
                    end: end, strokeCount: assembly.strokeCount, sampleCount: assembly.sampleCount,
                    rendering: try EvidenceRendering(drawing, rendering), key: key)))
        let message = EvidenceFile.message(algorithm: key.algorithm, lastBlock: EvidenceFile.digest(closing))
        var signature = try await signer.evidenceSignature(for: message)
        if case .p256 = key, signature.count == EvidenceKey.signatureByteCount {
            signature = signature.prefix(32) + ScalarP256.low(signature.suffix(32))
        }
        guard key.isValid(signature, over: message) else { throw EvidenceError.invalidSignature }
        return EvidenceFile(blocks: blocks + [closing], algorithm: key.algorithm, signature: signature).encoded()
    }

    private mutating func flush(isEnd: Bool) throws(EvidenceError) {
        let piece = SamplePiece(head: isHeadWritten ? nil : head, isEnd: isEnd, points: pending)
        if sender != nil {
            do {
                let sealed = try sender?.seal(piece.encoded(), authenticating: last)
                try append(.sealed(Array(sealed ?? Data())))
            } catch { throw .wrongRecipientKey }
        } else {
            try append(.samples(piece))
        }
        try assembly.append(piece)
        isHeadWritten = true
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ content: EvidenceBlock.Content) throws(EvidenceError) {
        let block = try block(content)
        blocks.append(block)
        byteCount += block.count + 5
        last = EvidenceFile.digest(block)
    }

    /// Returns the bytes of the next block.
    private func block(_ content: EvidenceBlock.Content) throws(EvidenceError) -> [UInt8] {
        guard blocks.count < EvidenceLimits.blocks else { throw .tooLarge }
        let block = EvidenceBlock(index: blocks.count, previous: last, content: content).encoded()
        guard block.count <= EvidenceLimits.blockBytes, byteCount + block.count < EvidenceLimits.fileBytes - 1024 else {
            throw .tooLarge
        }
        return block
    }
}

// SPDX-License-Identifier: MIT
import InkStroke

/// An assembly of strokes from pieces of samples, in the order of the blocks.
struct DrawingAssembly {
    /// The strokes that are complete and not removed.
    private(set) var strokes: [Stroke] = []
    /// The number of all complete strokes, removed ones included.
    private(set) var strokeCount = 0
    /// The number of all samples, removed ones included.
    private(set) var sampleCount = 0
    /// The time in seconds from the beginning of the recording to the latest sample.
    private(set) var lastSample = 0.0
    private var current: Stroke?

    /// A Boolean value that indicates whether a stroke has begun and not ended.
    var isInStroke: Bool { current != nil }

    /// Appends a piece of a stroke.
    /// - Throws: ``EvidenceError/outOfOrder`` if the piece does not continue the previous ones;
    ///   ``EvidenceError/tooLarge`` for too many samples or strokes; ``EvidenceError/invalidSample``.
    mutating func append(_ piece: SamplePiece) throws(EvidenceError) {
        guard (piece.head != nil) == (current == nil) else { throw .outOfOrder }
        guard sampleCount + piece.points.count <= EvidenceLimits.samples, strokeCount < EvidenceLimits.strokes else {
            throw .tooLarge
        }
        var stroke = current ?? Stroke()
        if let head = piece.head { stroke = Stroke(brush: head.brush, model: head.model, start: head.start) }
        current = nil
        do throws(StrokeError) { try stroke.append(contentsOf: piece.points) } catch { throw .invalidSample }
        sampleCount += piece.points.count
        lastSample = max(lastSample, stroke.end)
        if piece.isEnd {
            strokes.append(stroke)
            strokeCount += 1
        } else {
            current = stroke
        }
    }

    /// Removes the last strokes.
    /// - Throws: ``EvidenceError/outOfOrder`` if there are fewer strokes, or one is in progress.
    mutating func removeLast(_ count: Int) throws(EvidenceError) {
        guard current == nil, count <= strokes.count else { throw .outOfOrder }
        strokes.removeLast(count)
    }
}

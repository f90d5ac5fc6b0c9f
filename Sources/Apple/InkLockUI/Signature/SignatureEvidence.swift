// SPDX-License-Identifier: MIT
import Foundation
import InkRaster
import InkStroke

/// An error in finishing ``SignatureEvidence``.
public enum SignatureEvidenceError: Error, Hashable, Sendable {
    /// Nothing was drawn.
    case empty
    /// The pad shows strokes that were not drawn on it for this evidence, such as a typed name, a loaded drawing, or
    /// strokes of evidence that was finished.
    case notDrawn
}

/// The evidence of a signature that a pad captures: its raw samples, chained while the signer draws.
///
/// ```swift
/// @State private var evidence = SignatureEvidence(document: EvidenceDocument(contract))
///
/// SignaturePad(drawing: $drawing, evidence: evidence)
/// Button("Sign") { Task { file = try await evidence.finish(signer: key) } }
/// ```
///
/// In UIKit, a ``SignatureViewController`` takes evidence, and so does the ``SignatureModel`` of a ``SignatureView``.
///
/// Strokes that the signer undoes or clears stay in the evidence. If the app sets a drawing without them, the next
/// stroke begins new evidence. docs/evidence.md describes what evidence proves.
@MainActor public final class SignatureEvidence {
    /// The document to be signed, or `nil` if the signature belongs to none.
    public let document: EvidenceDocument?
    /// The texts that the signer saw, such as "I agree to the terms".
    public let texts: [String]
    /// The device and its sensor, as far as the app knows them.
    public let device: EvidenceDevice

    private var recorder: EvidenceRecorder?
    /// The strokes that the recorder has and that were not removed.
    private var recorded: [Stroke] = []
    /// All strokes that were drawn, so that those that return by a redo are known.
    private var drawn: Set<Stroke> = []
    /// The clocks when the first stroke began, and the time of its first sample.
    private var begin: (clock: EvidenceClock, time: Double)?
    /// The same for the stroke in progress, if it begins new evidence.
    private var started: (clock: EvidenceClock, time: Double)?
    private var failure: (any Error)?
    private var current = Drawing()
    private var isDrawing = false
    /// The model of the pad that was followed last.
    private weak var model: SignatureModel?

    /// Creates evidence for a signature that a pad captures.
    /// - Parameters:
    ///   - document: The document to be signed.
    ///   - texts: The texts that the signer saw.
    ///   - device: The device and its sensor.
    public init(
        document: EvidenceDocument? = nil, texts: [String] = [], device: EvidenceDevice = EvidenceDevice()
    ) {
        self.document = document
        self.texts = texts
        self.device = device
    }

    /// Returns the flaws that lower the signature's value as evidence. If there are any, ask for another signature
    /// before the signer leaves. A stroke that waits for late samples ends, so ask in an action, not in a view's body.
    /// - Parameter earlier: The digests of earlier signatures; see `SignatureQuality.digest(of:)`.
    /// - Complexity: O(samples)
    public func flaws(earlier: Set<[UInt8]> = []) -> [SignatureFlaw] {
        model?.finishAwaited()
        var quality = SignatureQuality()
        if let points = device.pointsPerMillimetre { quality.pointsPerMillimetre = points }
        return quality.flaws(of: current, samplesPerSecond: device.samplesPerSecond, earlier: earlier)
    }

    /// Signs the evidence. The next stroke begins new evidence. If the key does not sign, the evidence is kept for
    /// another attempt, unless the pad has changed meanwhile.
    /// - Parameters:
    ///   - rendering: The settings of the picture that belongs to the evidence.
    ///   - signer: The app's key.
    /// - Returns: The evidence file.
    /// - Throws: ``SignatureEvidenceError``, `EvidenceError`, or the error of the signer.
    /// - Complexity: O(samples + pixels)
    public func finish(
        rendering: Rendering = Rendering(scale: 2), signer: some EvidenceSigner & Sendable
    ) async throws -> Data {
        // The last stroke may wait for final samples.
        model?.finishAwaited()
        if let failure { throw failure }
        guard !recorded.isEmpty, let taken = recorder.take() else { throw SignatureEvidenceError.empty }
        let (strokes, opened) = (recorded, begin)
        recorded = []
        do {
            return Data(try await taken.finish(at: Self.now, rendering: rendering, signer: signer))
        } catch {
            // Strokes drawn meanwhile are in another record. The pad may no longer show these strokes.
            if recorder == nil, current.strokes == strokes {
                recorder = consume taken
                recorded = strokes
                drawn.formUnion(strokes)
                begin = opened
                failure = nil
            }
            throw error
        }
    }

    /// Records what an event of the model changed.
    func follow(_ model: SignatureModel, _ event: SignatureModel.Event) {
        switch event {
        case .began:
            self.model = model
            let isFirst = begin == nil || recorder == nil && model.strokeCount == 0
            started = isFirst ? (Self.now, model.clock.strokeStart) : nil
            isDrawing = true
        case .changed: return
        case .ended, .cleared:
            current = model.drawing
            if isDrawing, let stroke = model.drawnStroke {
                // A cancelled touch begins nothing.
                if let started {
                    forget()
                    begin = started
                }
                drawn.insert(stroke)
            }
            (started, isDrawing) = (nil, false)
            record(current, from: model.clock.origin)
        }
    }

    /// Follows a drawing that the app set, or that a pad shows when it appears.
    /// - Parameters:
    ///   - model: The model of the pad.
    ///   - new: The drawing that the app set, or `nil` if the pad appeared.
    func adopt(_ model: SignatureModel, set new: Drawing? = nil) {
        self.model = model
        // A change that another pad made has been followed.
        let isReplaced = new.map { $0 != current } ?? (model.drawing.strokes != current.strokes)
        current = model.drawing
        guard isReplaced else { return }
        // The signer did not clear the strokes that are gone, so that the next one begins new evidence.
        if !current.strokes.contains(where: drawn.contains) { forget() }
        record(current, from: model.clock.origin)
    }

    private func forget() {
        recorder = nil
        recorded = []
        drawn = []
        begin = nil
        failure = nil
    }

    /// Records the strokes that were added to a drawing or removed from it.
    /// - Parameter origin: The time from which the strokes of the drawing are counted.
    private func record(_ drawing: Drawing, from origin: Double?) {
        let kept = zip(recorded, drawing.strokes).prefix { $0 == $1 }.count
        do {
            if kept < recorded.count {
                try recorder?.removeLast(recorded.count - kept)
                recorded.removeLast(recorded.count - kept)
            }
            for stroke in drawing.strokes.dropFirst(kept) {
                guard drawn.contains(stroke) else { throw SignatureEvidenceError.notDrawn }
                if recorder == nil {
                    let opening = EvidenceOpening(
                        begin: begin?.clock ?? Self.now, size: drawing.size, device: device, document: document,
                        texts: texts)
                    recorder = try EvidenceRecorder(opening)
                }
                // The model may be older than the evidence.
                let elapsed = if let origin, let begin { origin - begin.time } else { 0.0 }
                try recorder?.begin(
                    brush: stroke.brush, model: stroke.model, start: max(0, stroke.start + elapsed))
                try recorder?.append(contentsOf: stroke.points)
                try recorder?.end()
                recorded.append(stroke)
            }
            failure = nil
        } catch {
            failure = error
        }
    }

    /// The reading of the monotonic clock from which the others count.
    private static let origin = ContinuousClock.now

    /// The current reading of the clocks. The monotonic clock continues while the device sleeps.
    private static var now: EvidenceClock {
        EvidenceClock(
            wallMilliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded()),
            monotonicMilliseconds: Int64((origin.duration(to: .now) / .milliseconds(1)).rounded()))
    }
}

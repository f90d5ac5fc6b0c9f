// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke

extension SignatureModel {
    /// The number of final samples that are traced again with the preview, so that the preview starts at the stroke's
    /// width.
    private static let leadCount = 8
    /// The time in seconds for which a finished stroke waits for final samples.
    private static let timeout = 0.15

    /// Starts a stroke. Returns `false` if another touch is drawing, or if the drawing is full.
    @discardableResult func begin(_ reports: [TouchSample], predicted: [TouchSample] = []) -> Bool {
        finishAwaited()
        guard let first = reports.first, !editor.isDrawing else { return false }
        if origin == nil && editor.isEmpty { editor.date = Date().timeIntervalSince1970 }
        strokeStart = first.sample.time
        // A stroke follows those that were loaded or written, which end at a time of their own.
        let beginning = min(origin ?? .infinity, strokeStart - duration)
        if let origin, origin.isFinite, beginning < origin, let date = editor.date {
            editor.date = date - (origin - beginning)
        }
        origin = beginning
        guard (try? editor.begin(brush: brush, model: strokeModel, start: strokeStart - beginning)) != nil
        else {
            return false
        }
        drawnStroke = nil
        take(reports, predicted)
        report(.began)
        return true
    }

    /// Continues the stroke.
    func move(_ reports: [TouchSample], predicted: [TouchSample]) {
        guard editor.isDrawing, !isEnding else { return }
        take(reports, predicted)
        report(.changed)
    }

    /// Ends the stroke, as soon as all its samples are final.
    func end(_ reports: [TouchSample]) {
        guard editor.isDrawing, !isEnding else { return }
        take(reports.dropLast(), [])
        lift = reports.last.map { placed($0.sample) }
        guard !awaited.isEmpty else { return finish() }
        isEnding = true
        let stroke = strokeStart
        Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(Self.timeout * 1_000_000_000))
            if let self, self.isEnding, self.strokeStart == stroke { self.finishAwaited() }
        }
    }

    /// Discards the stroke, because the system cancelled the touch.
    func cancel() {
        guard editor.isDrawing else { return }
        let old = preview?.bounds ?? .empty
        forgetStroke()
        note()
        tell(editor.takeChanges().all.union(old))
    }

    /// Updates a sample that was estimated when it was first reported.
    func update(_ number: Int, with sample: StrokePoint, isFinal: Bool) {
        guard awaited.update(number, with: placed(sample), isFinal: isFinal) else { return }
        settle()
        if isEnding, awaited.isEmpty { finish() }
    }

    /// Finishes a stroke that waits for final samples, with the estimates.
    func finishAwaited() { if isEnding { finish() } }

    func forgetStroke() {
        try? editor.cancel()
        resetStroke()
    }

    private func take(_ reports: some Sequence<TouchSample>, _ foreseen: [TouchSample]) {
        for report in reports { awaited.append(placed(report.sample), awaiting: report.awaited) }
        predicted = foreseen.map { placed($0.sample) }
        settle()
    }

    /// The time in seconds from the beginning of the drawing to the end of its last stroke.
    private var duration: Double {
        let end = editor.strokes.reduce(0) { max($0, $1.stroke.start + ($1.stroke.points.last?.time ?? 0)) }
        return min(end, Stroke.startLimit)
    }

    private func placed(_ sample: StrokePoint) -> StrokePoint {
        var sample = sample
        sample.time -= strokeStart
        return sample
    }

    /// Passes final samples to the editor and traces the others as a preview.
    private func settle(all isAll: Bool = false) {
        let old = preview?.bounds ?? .empty
        for sample in awaited.take(all: isAll) {
            // Skip samples that are not finite or out of range.
            guard (try? editor.append(sample)) != nil else { continue }
            lastSamples.append(sample)
        }
        lastSamples.removeFirst(max(0, lastSamples.count - Self.leadCount))
        preview = ahead()
        note()
        tell(editor.takeChanges().all.union(old).union(preview?.bounds ?? .empty))
    }

    private func ahead() -> StrokeOutline? {
        let rest = awaited.samples + predicted
        guard !rest.isEmpty, let stroke = try? Stroke(lastSamples + rest, brush: brush, model: strokeModel) else {
            return nil
        }
        return StrokeTracer(stroke, accuracy: accuracy).outline
    }

    private func finish() {
        predicted = []
        settle(all: true)
        let isChange = (try? lift.map { try editor.end(liftedAt: $0.position, time: $0.time) } ?? editor.end()) ?? false
        resetStroke()
        noteAndTell()
        guard isChange else { return }
        drawnStroke = editor.strokes.last?.stroke
        report(.ended)
    }

    private func resetStroke() {
        awaited.removeAll()
        predicted = []
        preview = nil
        lastSamples = []
        isEnding = false
        lift = nil
    }
}

/// A sample as a device reports it.
struct TouchSample {
    /// The sample in the view's points and in seconds of the device's clock.
    var sample: StrokePoint
    /// The number under which the device will report the sample again, or `nil` if the sample is final.
    var awaited: Int?
}

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

    /// Starts a stroke. Returns `false` if another touch is drawing.
    @discardableResult func begin(_ reports: [TouchSample], predicted: [TouchSample] = []) -> Bool {
        finishAwaited()
        guard let first = reports.first, start(at: first.sample.time) else { return false }
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
        lift = reports.last.map { clock.toStroke($0.sample) }
        guard !awaited.isEmpty else { return finish() }
        isEnding = true
        let stroke = clock.strokeStart
        Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(Self.timeout * 1_000_000_000))
            if let self, self.isEnding, self.clock.strokeStart == stroke { self.finishAwaited() }
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
        guard awaited.update(number, with: clock.toStroke(sample), isFinal: isFinal) else { return }
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
        for report in reports { awaited.append(clock.toStroke(report.sample), awaiting: report.awaited) }
        predicted = foreseen.map { clock.toStroke($0.sample) }
        settle()
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

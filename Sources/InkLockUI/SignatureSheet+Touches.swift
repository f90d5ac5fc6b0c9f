// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke

extension SignatureSheet {
    /// How many samples before those that wait are traced with them, so that the line goes on as wide as it was.
    private static let leadCount = 8
    /// How long, in seconds, a stroke that is over waits for the last reports about it.
    private static let patience = 0.15

    /// A touch has begun.
    func begin(_ reports: [PenReport], predicted: [PenReport] = []) {
        finishAwaited()
        guard let first = reports.first, !editor.isDrawing else { return }
        if origin == nil {
            origin = first.sample.time
            if editor.isEmpty { editor.date = Date().timeIntervalSince1970 }
        }
        strokeStart = first.sample.time
        guard (try? editor.begin(brush: brush, model: model, start: strokeStart - (origin ?? strokeStart))) != nil
        else {
            return
        }
        take(reports, predicted)
        onEvent?(.began)
    }

    /// It has moved.
    func move(_ reports: [PenReport], predicted: [PenReport]) {
        guard editor.isDrawing, !isEnding else { return }
        take(reports, predicted)
        onEvent?(.changed)
    }

    /// It is over.
    func end(_ reports: [PenReport]) {
        guard editor.isDrawing, !isEnding else { return }
        take(reports, [])
        guard !awaited.isEmpty else { return finish() }
        isEnding = true
        let stroke = strokeStart
        Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(Self.patience * 1_000_000_000))
            if let self, self.isEnding, self.strokeStart == stroke { self.finishAwaited() }
        }
    }

    /// The system has taken it away.
    func cancel() {
        guard editor.isDrawing else { return }
        let old = preview?.bounds ?? .empty
        forgetStroke()
        note()
        tell(editor.takeChanges().all.union(old))
    }

    /// A pen tells more about a moment that it has reported before.
    func update(_ number: Int, with sample: StrokePoint, isFinal: Bool) {
        guard awaited.update(number, with: placed(sample), isFinal: isFinal) else { return }
        settle()
        if isEnding, awaited.isEmpty { finish() }
    }

    /// Finishes a stroke that only waits for reports, with what is known.
    func finishAwaited() { if isEnding { finish() } }

    func forgetStroke() {
        _ = try? editor.cancel()
        resetStroke()
    }

    private func take(_ reports: [PenReport], _ foreseen: [PenReport]) {
        for report in reports { awaited.append(placed(report.sample), awaiting: report.awaited) }
        predicted = foreseen.map { placed($0.sample) }
        settle()
    }

    private func placed(_ sample: StrokePoint) -> StrokePoint {
        var sample = sample
        sample.time -= strokeStart
        return sample
    }

    /// Hands over what is certain, and draws the rest ahead.
    private func settle(all isAll: Bool = false) {
        let old = preview?.bounds ?? .empty
        for sample in awaited.take(all: isAll) {
            // What is not a number or out of range was no touch of this view.
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
        guard !rest.isEmpty, let stroke = try? Stroke(lastSamples + rest, brush: brush, model: model) else {
            return nil
        }
        return StrokeTracer(stroke, accuracy: accuracy).outline
    }

    private func finish() {
        predicted = []
        settle(all: true)
        let isChange = (try? editor.end()) ?? false
        resetStroke()
        noteAndTell()
        if isChange { onEvent?(.ended) }
    }

    private func resetStroke() {
        awaited.removeAll()
        predicted = []
        preview = nil
        lastSamples = []
        isEnding = false
    }
}

// SPDX-License-Identifier: MIT
import InkLock

/// A gesture parser with an additional kind of part: a *hold*, where a single finger rests in one place.
struct HoldParser: GestureParsing {
    /// The number of the app's own kind. Templates contain it, so it must never change.
    static let hold = GesturePart.Kind.other(1)

    /// The minimum duration of a hold in seconds.
    var duration = 0.6
    var taps = GestureParser()

    func gesture(from paths: [FingerPath]) -> PictureGesture {
        var gesture = PictureGesture()
        var others: [FingerPath] = []
        for path in paths.sorted(by: { start(of: $0) < start(of: $1) }) {
            guard isHold(path) && !paths.contains(where: { $0 != path && overlaps($0, path) }) else {
                others.append(path)
                continue
            }
            // Read the taps and paths before the hold as usual.
            gesture.parts += taps.gesture(from: others).parts
            others = []
            gesture.parts.append(GesturePart(Self.hold, fingers: [FingerPath([path.points[0]])]))
        }
        gesture.parts += taps.gesture(from: others).parts
        return gesture
    }

    private func isHold(_ path: FingerPath) -> Bool {
        guard let first = path.points.first, end(of: path) - first.time >= duration else { return false }
        return path.points.allSatisfy { $0.position.distance(to: first.position) <= taps.parameters.tapRadius }
    }

    private func overlaps(_ a: FingerPath, _ b: FingerPath) -> Bool {
        start(of: a) < end(of: b) && start(of: b) < end(of: a)
    }

    private func start(of path: FingerPath) -> Double { path.points.first?.time ?? 0 }
    private func end(of path: FingerPath) -> Double { path.points.last?.time ?? 0 }
}

// SPDX-License-Identifier: MIT
import InkGeometry

/// A point of a gesture in whole steps, as its byte form stores it.
struct PointSteps {
    var x: Int64 = 0
    var y: Int64 = 0
    var time: Int64 = 0

    /// The point that the first point of a gesture is relative to.
    static var origin: PointSteps { PointSteps() }

    private init() {}

    /// Creates the nearest steps to a finite point.
    init(_ point: GesturePoint, since firstTouch: Double) {
        let (perUnit, positions) = (GestureFormat.stepsPerUnit, GestureFormat.positionSteps)
        x = GestureFormat.steps(point.position.x, perUnit, within: positions)
        y = GestureFormat.steps(point.position.y, perUnit, within: positions)
        time = GestureFormat.steps(
            point.time - firstTouch, GestureFormat.stepsPerSecond, within: GestureFormat.timeSteps)
    }
}

extension GesturePoint {
    init(_ steps: PointSteps) {
        self.init(
            InkPoint(x: Double(steps.x) / GestureFormat.stepsPerUnit, y: Double(steps.y) / GestureFormat.stepsPerUnit),
            time: Double(steps.time) / GestureFormat.stepsPerSecond)
    }

    var isFinite: Bool { position.isFinite && time.isFinite }
}

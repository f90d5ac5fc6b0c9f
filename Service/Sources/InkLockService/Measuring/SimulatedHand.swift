// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword

/// A simulated hand that draws planned figures at 60 samples per second.
///
/// At a variation of 1, the standard deviations are 5 picture units for places, 5 % for sizes, 3° for directions, 2.5
/// units for corners and 10 % for the speed. An attacker who knows the figures exactly has no variation.
struct SimulatedHand {
    /// The speed in picture units per second, 300 on average.
    let speed: Double
    private var random: SplitMix64

    /// The mean speed.
    static let meanSpeed = 300.0
    private static let rate = 60.0
    static let pause = 0.6

    init(speed: Double = meanSpeed, seed: UInt64) {
        self.speed = speed
        random = SplitMix64(seed: seed)
    }

    /// Returns a drawing of the figures, as a parser with default parameters reads it.
    /// - Parameters:
    ///   - fingers: The number of figures that are drawn at the same time.
    ///   - pause: The time in seconds before the next figure.
    mutating func draw(
        _ figures: [PlannedFigure], variation: Double, fingers: Int = 1, pause: Double = pause
    ) -> PictureGesture {
        var paths: [FingerPath] = []
        var (start, end) = (0.0, 0.0)
        let speed = speed * exp(0.1 * variation * random.normal())
        for (i, figure) in figures.enumerated() {
            if i > 0 && i % fingers == 0 { start = end + pause }
            let path = Self.path(vary(figure, variation), speed: speed, from: start)
            end = max(end, path.points[path.points.count - 1].time)
            paths.append(path)
        }
        return GestureParser().gesture(from: paths).quantised()
    }

    private mutating func vary(_ figure: PlannedFigure, _ variation: Double) -> [InkPoint] {
        guard variation > 0 else { return figure.corners }
        let centre = figure.centre
        let offset = InkPoint(x: random.normal(), y: random.normal()) * (5 * variation)
        let scale = exp(0.05 * variation * random.normal())
        let turn = 3 * variation * random.normal() * .pi / 180
        return figure.corners.map { corner in
            let d = (corner - centre) * scale
            let turned = InkPoint(x: d.x * cos(turn) - d.y * sin(turn), y: d.x * sin(turn) + d.y * cos(turn))
            let jitter = figure.isTap ? .zero : InkPoint(x: random.normal(), y: random.normal()) * (2.5 * variation)
            return centre + offset + turned + jitter
        }
    }

    private static func path(_ corners: [InkPoint], speed: Double, from start: Double) -> FingerPath {
        var points = [GesturePoint(corners[0], time: start)]
        var time = start
        for (a, b) in zip(corners, corners.dropFirst()) {
            let duration = a.distance(to: b) / speed
            let steps = max(1, Int((duration * rate).rounded()))
            for step in 1...steps {
                time += duration / Double(steps)
                points.append(GesturePoint(a.interpolated(to: b, at: Double(step) / Double(steps)), time: time))
            }
        }
        return FingerPath(points)
    }
}

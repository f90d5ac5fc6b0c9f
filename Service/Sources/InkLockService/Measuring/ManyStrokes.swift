// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword

/// Drawings of many strokes by people who know nothing about a password: a line with taps or with the drumming of five
/// fingers, short dashes, and hatchings of the whole picture in separate lines.
enum ManyStrokes {
    static let drawings: [PictureGesture] = {
        var hand = SimulatedHand(seed: 0)
        var random = SplitMix64(seed: 1)
        func place() -> InkPoint {
            InkPoint(x: .random(in: 30...450, using: &random), y: .random(in: 30...290, using: &random))
        }
        let diagonal = PlannedFigure(line: InkPoint(x: 30, y: 30), InkPoint(x: 450, y: 290))
        func draw(_ figures: [PlannedFigure], fingers: Int = 1) -> PictureGesture {
            hand.draw(figures, variation: 0, fingers: fingers, pause: 0.3)
        }
        var drawings: [PictureGesture] = []
        for count in [40, 80, 200, 400] {
            // Taps along the line, so that they do not count as a figure of their own.
            let taps = (0..<count).map { i in
                let along = diagonal.start.interpolated(to: diagonal.end, at: (Double(i) + 0.5) / Double(count))
                return PlannedFigure(tap: along + InkPoint(x: i % 2 == 0 ? -20 : 20, y: 0))
            }
            drawings.append(draw([diagonal] + taps))
        }
        for count in [20, 40, 80] {
            let drums = (0..<count).flatMap { _ in
                let first = InkPoint(x: .random(in: 30...250, using: &random), y: .random(in: 30...290, using: &random))
                return (0..<5).map { PlannedFigure(tap: first + InkPoint(x: 45 * Double($0), y: 0)) }
            }
            let line = (0..<5).map { finger in
                PlannedFigure(corners: diagonal.corners.map { $0 + InkPoint(x: 4 * Double(finger), y: 0) })
            }
            drawings.append(draw(line + drums, fingers: 5))
        }
        for count in [50, 120, 200, 400] {
            drawings.append(draw((0..<count).map { _ in dash(at: place()) }))
        }
        for count in [64, 120] {
            drawings.append(
                draw((0..<count).map { dash(at: InkPoint(x: 240, y: 20 + 280 * Double($0) / Double(count))) }))
        }
        let picture = PlannedFigure(line: InkPoint(x: 20, y: 20), InkPoint(x: 460, y: 300))
        for lines in [4, 8, 16] {
            for isUpright in [false, true] {
                drawings.append(draw(picture.lines(lines, isUpright: isUpright)))
            }
        }
        drawings.append(draw(picture.lines(5, isUpright: false), fingers: 5))
        return drawings
    }()

    private static func dash(at place: InkPoint) -> PlannedFigure {
        PlannedFigure(line: place + InkPoint(x: -7, y: 0), place + InkPoint(x: 7, y: 0))
    }
}

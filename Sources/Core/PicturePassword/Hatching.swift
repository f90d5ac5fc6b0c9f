// SPDX-License-Identifier: MIT
import InkGeometry

/// Zigzag strokes covering a path's bounding box: a generic guessing attack.
///
/// The rule of squares asks which squares were hit, not in which order, and allows two fifths more of them. A path that
/// is dense in its area is therefore no better than a filled area. Of single drawings recorded from 20 people, the
/// hatching that fits half of the people best opens 35 to 59 % of the others', and five such hatchings 68 to 81 %.
/// If the direction counts, the shares are 4 to 13 % and 14 to 28 %.
enum Hatching {
    /// Returns the share of hatchings that pass for the path.
    static func passingShare(for finger: FingerPath, _ verifier: RasterVerifier) -> Double {
        let box = finger.box
        let side = max(1, verifier.parameters.verificationSide)
        guard
            let template = GestureTemplate(
                pictureDigest: [], samples: [PictureGesture([GesturePart(.path(isClosed: false), fingers: [finger])])])
        else { return 0 }
        var (passing, count) = (0.0, 0.0)
        for share in shares {
            // A line hits everything within half a square of it, so it need not reach the edges.
            let width = max(0, box.width * share - side)
            let height = max(0, box.height * share - side)
            let area = InkRect(
                minX: box.centre.x - width * 0.5, minY: box.centre.y - height * 0.5, maxX: box.centre.x + width * 0.5,
                maxY: box.centre.y + height * 0.5)
            for spacing in spacings {
                for start in starts {
                    let across = start.isUpright ? width : height
                    let lines = Int(min(maximumLines, (across / (side * spacing)).rounded(.up) + 1))
                    let way = GesturePart(.path(isClosed: false), fingers: [hatch(area, lines: lines, start)])
                    if verifier.accepts(PictureGesture([way]), for: template) { passing += 1 }
                    count += 1
                }
            }
        }
        return passing / count
    }

    private struct Start {
        var isUpright: Bool
        var isMirrored: Bool
        var isFlipped: Bool
    }

    /// The four corners, along either of their sides.
    private static var starts: [Start] {
        (0..<8).map { Start(isUpright: $0 & 1 != 0, isMirrored: $0 & 2 != 0, isFlipped: $0 & 4 != 0) }
    }

    /// The shares of the area's sides to cover, because the rule does not require all squares.
    private static var shares: [Double] { [1, 0.8] }
    /// The distances between lines as shares of a verification square's side, without gaps and with.
    private static var spacings: [Double] { [1, 1.5] }
    private static var maximumLines: Double { 64 }

    private static func hatch(_ area: InkRect, lines: Int, _ start: Start) -> FingerPath {
        var points: [GesturePoint] = []
        for line in 0..<lines {
            let step = lines > 1 ? Double(line) / Double(lines - 1) : 0.5
            let across = start.isFlipped ? 1 - step : step
            let isBack = (line % 2 == 1) != start.isMirrored
            for end in 0...1 {
                let along: Double = (end == 1) != isBack ? 1 : 0
                let (u, v) = start.isUpright ? (across, along) : (along, across)
                let position = InkPoint(x: area.minX + area.width * u, y: area.minY + area.height * v)
                points.append(GesturePoint(position, time: Double(points.count)))
            }
        }
        return FingerPath(points)
    }
}

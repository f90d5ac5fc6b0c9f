// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import PicturePassword

/// Short constructors of gestures and drawings for tests.
enum Drawn {
    /// Returns a path through positions in picture units, with a segment per hundredth of a second.
    static func path(_ corners: [(Double, Double)], steps: Int = 20, start: Double = 0) -> FingerPath {
        var points: [GesturePoint] = []
        for i in 1..<corners.count {
            let a = InkPoint(x: corners[i - 1].0, y: corners[i - 1].1)
            let b = InkPoint(x: corners[i].0, y: corners[i].1)
            for k in (i == 1 ? 0 : 1)...steps {
                let time = start + Double(points.count) * 0.01
                points.append(GesturePoint(a.interpolated(to: b, at: Double(k) / Double(steps)), time: time))
            }
        }
        return FingerPath(points)
    }

    static func tap(_ x: Double, _ y: Double, at time: Double = 0) -> FingerPath {
        FingerPath([GesturePoint(InkPoint(x: x, y: y), time: time)])
    }

    static func part(_ corners: [(Double, Double)], start: Double = 0) -> GesturePart {
        GesturePart(.path(isClosed: false), fingers: [path(corners, start: start)])
    }

    static func tapPart(_ x: Double, _ y: Double) -> GesturePart { GesturePart(.tap(count: 1), fingers: [tap(x, y)]) }

    static func template(_ gestures: PictureGesture..., verifier: VerifierKind = .raster) -> GestureTemplate {
        guard let template = GestureTemplate(pictureDigest: [1, 2, 3], samples: gestures, verifier: verifier) else {
            preconditionFailure("a template has a sample")
        }
        return template
    }

    /// Returns the gesture of a seeded drawing.
    static func synthetic(seed: UInt64, attempt: UInt64 = 0) -> PictureGesture {
        guard let frame = PictureFrame(InkRect(SyntheticFingers.size)) else {
            preconditionFailure("a frame has an area")
        }
        return GestureParser().gesture(from: SyntheticFingers(seed: seed).drawing(attempt: attempt), over: frame)
    }

    /// Returns a stroke on a surface, as a device reports it.
    static func stroke(_ path: FingerPath, in frame: PictureFrame, start: Double) throws -> Stroke {
        let first = path.points[0].time
        return try Stroke(
            path.points.map { StrokePoint(frame.toSurface($0.position), time: $0.time - first) }, start: start + first)
    }
}

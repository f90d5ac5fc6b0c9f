// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import InkStroke

extension CGMutablePath {
    /// Adds the outline of a stroke's ink. Fill it with the nonzero winding rule.
    /// - Parameter area: The visible area in the drawing's points. Parts outside may be left out.
    func add(_ outline: StrokeOutline, near area: InkRect? = nil) {
        var isFirst = true
        outline.visitVertices(near: area) { vertex in
            if isFirst { move(to: CGPoint(vertex)) } else { addLine(to: CGPoint(vertex)) }
            isFirst = false
        }
        if !isFirst { closeSubpath() }
    }

    /// Returns a path with one open polyline for each run of points.
    static func lines(_ runs: [[InkPoint]]) -> CGMutablePath {
        let path = CGMutablePath()
        for run in runs {
            for (i, point) in run.enumerated() {
                if i == 0 { path.move(to: CGPoint(point)) } else { path.addLine(to: CGPoint(point)) }
            }
        }
        return path
    }
}

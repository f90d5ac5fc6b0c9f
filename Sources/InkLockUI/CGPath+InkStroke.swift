// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import InkStroke

extension CGMutablePath {
    /// Adds the outline of a stroke's ink, to be filled by the winding rule.
    /// - Parameter area: where it will be seen, in the drawing's points; what lies elsewhere is left out.
    func add(_ outline: StrokeOutline, near area: Rect? = nil) {
        var isFirst = true
        outline.visitVertices(near: area) { vertex in
            if isFirst { move(to: CGPoint(vertex)) } else { addLine(to: CGPoint(vertex)) }
            isFirst = false
        }
        if !isFirst { closeSubpath() }
    }

    /// A path of lines from point to point.
    static func lines(_ runs: [[Point]]) -> CGMutablePath {
        let path = CGMutablePath()
        for run in runs {
            for (i, point) in run.enumerated() {
                if i == 0 { path.move(to: CGPoint(point)) } else { path.addLine(to: CGPoint(point)) }
            }
        }
        return path
    }
}

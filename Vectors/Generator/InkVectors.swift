// SPDX-License-Identifier: MIT
import InkRaster
import InkStroke
import InkTestSupport
import WasmBridge

/// Writes a drawing as numbers, its pixels at scale 1 + seed % 3, and its outlines at that scale.
func writeInk(seed: UInt64) throws {
    let drawing = SyntheticHand.drawing(seed: seed)
    let scale = Double(1 + seed % 3)
    write(DrawingNumbers.encode(drawing))
    let background = Background(color: seed % 2 == 0 ? .clear : .white)
    write(try Rendering(scale: scale, isCropped: seed % 4 == 3, background: background).bitmap(drawing).rgba)
    let inked = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: scale))
    var numbers: [Double] = []
    for stroke in inked.strokes {
        var vertices: [Double] = []
        stroke.outline.visitVertices { vertices += [$0.x, $0.y] }
        numbers.append(Double(vertices.count / 2))
        numbers += vertices
    }
    write(numbers)
}

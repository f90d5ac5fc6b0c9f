// SPDX-License-Identifier: MIT
import Crypto
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import WasmBridge

/// Writes a drawing as numbers, and the SHA-256 of its pixels and of its outlines at scale 1 + seed % 3.
func writeInk(seed: UInt64) throws {
    let drawing = SyntheticHand.drawing(seed: seed)
    write(DrawingNumbers.encode(drawing))
    let (pixels, outlines) = try rendered(drawing, seed: seed)
    write(Array(SHA256.hash(data: pixels)))
    write(outlines.withUnsafeBytes { Array(SHA256.hash(data: $0)) })
}

/// Writes a drawing on a small surface as numbers, and one SHA-256 of its pixels and outlines.
func writeSmallInk(seed: UInt64) throws {
    let drawing = SyntheticHand.drawing(
        seed: seed, size: InkSize(width: 24 + Double(seed % 89), height: 24 + Double(seed % 41)))
    write(DrawingNumbers.encode(drawing))
    let (pixels, outlines) = try rendered(drawing, seed: seed)
    var hash = SHA256()
    hash.update(data: pixels)
    outlines.withUnsafeBytes { hash.update(bufferPointer: $0) }
    write(Array(hash.finalize()))
}

/// Returns the pixels, and for each stroke the number of its vertices and their coordinates.
private func rendered(_ drawing: Drawing, seed: UInt64) throws -> (pixels: [UInt8], outlines: [Double]) {
    let scale = Double(1 + seed % 3)
    let background = Background(color: seed % 2 == 0 ? .clear : .white)
    let bitmap = try Rendering(scale: scale, isCropped: seed % 4 == 3, background: background).bitmap(drawing)
    let inked = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: scale))
    var numbers: [Double] = []
    for stroke in inked.strokes {
        let start = numbers.count
        numbers.append(0)
        stroke.outline.visitVertices {
            numbers.append($0.x)
            numbers.append($0.y)
        }
        numbers[start] = Double((numbers.count - start - 1) / 2)
    }
    return (bitmap.rgba, numbers)
}

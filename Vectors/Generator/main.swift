// SPDX-License-Identifier: MIT
import Foundation
import InkExchange
import InkRaster
import InkStroke
import InkTestSupport

// Writes what the native engine makes of seeded drawings to standard output, for check.mjs to compare with the
// browser's module. For each seed from 0 up to the number given: the drawing as numbers, its pixels at scale
// 1 + seed % 3, and its outlines at that scale; each part after its length in bytes as a 32-bit little-endian number.

guard CommandLine.arguments.count == 2, let count = UInt64(CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("usage: InkVectors COUNT\n".utf8))
    exit(64)
}

func write(_ bytes: some Collection<UInt8>) {
    var data = Data()
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: bytes)
    FileHandle.standardOutput.write(data)
}

for seed in 0..<count {
    let drawing = SyntheticHand.drawing(seed: seed)
    let scale = Double(1 + seed % 3)
    write(DrawingNumbers.encode(drawing).withUnsafeBytes { Array($0) })
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
    write(numbers.withUnsafeBytes { Array($0) })
}

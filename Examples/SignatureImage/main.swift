// SPDX-License-Identifier: MIT
import Ink

var editor = DrawingEditor(size: InkSize(width: 320, height: 160), displayScale: 2)
try editor.begin(brush: .pen)
while let line = readLine() {  // x, y and seconds of each sample
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 3 else { continue }
    try editor.append(StrokePoint(InkPoint(x: numbers[0], y: numbers[1]), time: numbers[2]))
}
try editor.end()
let png = try editor.drawing.pngData(scale: 2, isCropped: true)
print("A PNG file of \(png.count) bytes")

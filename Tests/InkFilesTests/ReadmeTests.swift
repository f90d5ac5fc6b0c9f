// SPDX-License-Identifier: MIT
import InkFiles
import InkGeometry
import InkRaster
import InkStroke
import Testing

@Suite struct ReadmeTests {
    /// The lines of README's example, with touches to go through.
    @Test func theExampleGivesAPicture() throws {
        let touches = (0...20).map { (x: 20 + Double($0) * 10, y: 80.0, seconds: Double($0) / 120) }
        var editor = DrawingEditor(size: Size(width: 320, height: 160), accuracy: InkedDrawing.accuracy(scale: 2))
        try editor.begin(brush: .pen)
        for touch in touches { try editor.append(StrokePoint(Point(x: touch.x, y: touch.y), time: touch.seconds)) }
        try editor.end()
        let png = try PNGImage(Rendering(scale: 2, isCropped: true).bitmap(editor.drawing)).encoded()

        let picture = try PNGImage(decoding: png)
        #expect(picture.width == 444 && picture.height == 44)
        #expect(picture.rgba[4 * (22 * 444 + 200) + 3] == 255, "ink in the middle")
    }
}

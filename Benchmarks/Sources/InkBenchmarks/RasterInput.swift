// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkHandwriting
import InkRaster
import InkStroke
import InkTestSupport

/// A stroke that every rasteriser fills, on a surface of 600 × 200 points at three pixels per point.
struct RasterInput {
    static let size = InkSize(width: 600, height: 200)
    static let scale = 3.0

    let drawing: Drawing
    let inked: InkedDrawing

    private init(_ stroke: Stroke) {
        drawing = Drawing(size: Self.size, strokes: [stroke])
        inked = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: Self.scale))
    }

    /// The outline's vertices in pixels.
    var vertices: [InkPoint] {
        var all: [InkPoint] = []
        inked.strokes[0].outline.visitVertices { all.append($0 * Self.scale) }
        return all
    }

    /// The outline as one triangle strip in pixels, alternating left and right.
    var strip: [InkPoint] {
        inked.strokes[0].outline.ribs.flatMap { [$0.left * Self.scale, $0.right * Self.scale] }
    }

    /// A line of 18 connected letters in InkLock's own handwriting.
    static func cursive() throws -> RasterInput {
        let text = Array("looseyellowmeadows".utf8)
        let strokes = Handwriting.strokes(writing: text, in: size, brush: .pen).strokes
        guard let longest = strokes.max(by: { $0.points.count < $1.points.count }) else { throw StrokeError.notFinite }
        return RasterInput(longest)
    }

    /// 1,000 samples of a hand that writes over its own ink.
    static func overlapping() throws -> RasterInput {
        var hand = SyntheticHand(seed: 1, size: size)
        return RasterInput(try Stroke(hand.samples(1_000, rate: 120, noise: 0.1)))
    }

    /// A recorded stroke: a file of lines of x and y at 120 Hz, fitted into the surface.
    static func recorded(_ path: String) throws -> RasterInput {
        let places = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 2 ? InkPoint(x: numbers[0], y: numbers[1]) : nil
        }
        var box = InkRect.empty
        for place in places { box.formUnion(place) }
        let scale = min((size.width - 40) / max(box.width, 1), (size.height - 40) / max(box.height, 1))
        let origin = InkPoint(x: box.minX, y: box.minY)
        let samples = places.enumerated().map { index, place in
            StrokePoint((place - origin) * scale + InkPoint(x: 20, y: 20), time: Double(index) / 120)
        }
        return RasterInput(try Stroke(samples))
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkFiles
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

/// Independent programs render SVG and PDF files to the same pixels as the engine.
@Suite struct AgreementTests {
    private static let seeds = 0..<12 as Range<UInt64>

    /// The difference between two pictures, in 255ths of a channel over white.
    private struct Difference {
        var mean = 0.0
        /// The maximum difference of all channels but a thousandth.
        var nearlyAll = 0

        init(_ a: [UInt8], _ b: [UInt8]) {
            var counts = [Int](repeating: 0, count: 256)
            for (p, q) in zip(Self.overWhite(a), Self.overWhite(b)) { counts[abs(p - q)] += 1 }
            let total = counts.reduce(0, +)
            mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
            var rest = total / 1000
            nearlyAll = 255
            while nearlyAll > 0 && counts[nearlyAll] <= rest {
                rest -= counts[nearlyAll]
                nearlyAll -= 1
            }
        }

        private static func overWhite(_ rgba: [UInt8]) -> [Int] {
            var channels: [Int] = []
            channels.reserveCapacity(rgba.count / 4 * 3)
            for i in stride(from: 0, to: rgba.count, by: 4) {
                let alpha = Int(rgba[i + 3])
                for k in i..<(i + 3) { channels.append((Int(rgba[k]) * alpha + 255 * (255 - alpha) + 127) / 255) }
            }
            return channels
        }
    }

    private func background(_ seed: UInt64) throws -> Background {
        switch seed % 3 {
        case 0: return .transparent
        case 1: return Background(color: SRGBColor(rgba: 0xFFF4_D8FF))
        default:
            var colors: [UInt8] = []
            for y in 0..<40 { for x in 0..<40 { colors += [UInt8(120 + 3 * x), UInt8(250 - 3 * y), 200, 255] } }
            let image = try colors.withUnsafeBufferPointer { try Bitmap(width: 40, height: 40, rgba: $0) }
            return Background(color: .white, image: image)
        }
    }

    private func difference(_ renderer: IndependentRenderer, _ drawing: Drawing, _ seed: UInt64) throws -> Difference {
        let background = try background(seed)
        let isCropped = seed % 2 == 1
        let file =
            renderer == .svg
            ? try SVGExporter.bytes(drawing, isCropped: isCropped, background: background)
            : try PDFExporter.bytes(
                drawing, isCropped: isCropped, background: background, compress: Zlib.compressed)
        let judged = try renderer.render(file)
        let own = try Rendering(scale: 2, isCropped: isCropped, background: background).bitmap(drawing)
        #expect(judged.width == Int(own.width) && judged.height == Int(own.height))
        return Difference(own.rgba, judged.rgba)
    }

    /// Returns the drawing of a seed, with pens and markers only or with pencils only.
    private func drawing(_ seed: UInt64, isPencil: Bool) -> Drawing {
        var drawing = SyntheticHand.drawing(seed: seed)
        for i in drawing.strokes.indices {
            let brush = drawing.strokes[i].brush
            let tip = isPencil ? Brush.Tip.pencil : brush.tip == .pencil ? .pen : brush.tip
            drawing.strokes[i].brush = Brush(
                tip: tip, color: brush.color, minimumWidth: brush.minimumWidth, maximumWidth: brush.maximumWidth,
                seed: brush.seed)
        }
        return drawing
    }

    /// Checks that the mean difference is at most a tenth of a 255th, apart from the scaling of a background image, and
    /// that all channels but a thousandth differ by at most six.
    private func expectAgreement(_ renderer: IndependentRenderer, _ seed: UInt64) throws {
        for isPencil in [false, true] {
            let found = try difference(renderer, drawing(seed, isPencil: isPencil), seed)
            #expect(found.mean <= (seed % 3 == 2 ? 0.4 : 0.1) && found.nearlyAll <= 6, "\(found)")
        }
    }

    @Test("SVG agrees with the rendered pixels", .enabled(if: IndependentRenderer.svg.isInstalled), arguments: seeds)
    func svgShowsWhatThePixelsShow(seed: UInt64) throws { try expectAgreement(.svg, seed) }

    @Test(
        "PDF agrees with the rendered pixels", .enabled(if: IndependentRenderer.pdfByCairo.isInstalled),
        arguments: seeds)
    func pdfShowsWhatThePixelsShow(seed: UInt64) throws { try expectAgreement(.pdfByCairo, seed) }

    /// Poppler's own rasteriser takes 16 samples per pixel and resamples patterns coarsely, so it agrees less.
    @Test(
        "PDF agrees less closely in a coarser renderer", .enabled(if: IndependentRenderer.pdf.isInstalled),
        arguments: seeds)
    func pdfShowsNearlyTheSameWithACoarserRasteriser(seed: UInt64) throws {
        let smooth = try difference(.pdf, drawing(seed, isPencil: false), seed)
        #expect(smooth.mean <= 1.25 && smooth.nearlyAll <= 36)
        let grained = try difference(.pdf, drawing(seed, isPencil: true), seed)
        #expect(grained.mean <= 6 && grained.nearlyAll <= 125)
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Counts the elements of a well-formed document.
private final class ElementCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var root: [String: String] = [:]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if counts.isEmpty { root = attributes }
        counts[name, default: 0] += 1
    }
}

@Suite struct VectorDocumentTests {
    private func background(_ seed: UInt64) throws -> Background {
        let image = try Bitmap(width: 5, height: 3, color: SRGBColor(rgba: 0x1020_3040))
        return [Background(), Background(color: .white), Background(color: .clear, image: image)][Int(seed % 3)]
    }

    @Test("SVG is well-formed and has one path per stroke", arguments: 0..<20 as Range<UInt64>)
    func svgIsWellFormedWithAPathAStroke(seed: UInt64) throws {
        let drawing = SyntheticHand.drawing(seed: seed)
        let file = try SVGExporter.bytes(drawing, isCropped: seed % 2 == 1, background: try background(seed))
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(file))
        parser.delegate = counter
        #expect(parser.parse())
        #expect(counter.counts["path"] == drawing.strokes.count)
        let pencils = Set(drawing.strokes.filter { $0.brush.tip == .pencil }.map { $0.brush.seed })
        #expect(counter.counts["mask", default: 0] == pencils.count)
        // SVG 1.1 has links in a namespace of their own.
        let text = String(decoding: file, as: UTF8.self)
        let links = counter.counts["image", default: 0] + counter.counts["use", default: 0]
        #expect(text.components(separatedBy: " xlink:href=").count == links + 1)
        #expect(text.contains(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"") == (links > 0))
        if seed % 2 == 0 { #expect(counter.root["viewBox"] == "0 0 300 150" && counter.root["width"] == "300") }
    }

    @Test("The cross-reference table of a PDF is right", arguments: 0..<20 as Range<UInt64>)
    func pdfObjectsAreWhereTheTableSays(seed: UInt64) throws {
        let file = try PDFExporter.bytes(
            SyntheticHand.drawing(seed: seed), isCropped: seed % 2 == 1, background: try background(seed))
        let text = String(decoding: file, as: Unicode.ASCII.self)
        #expect(text.hasPrefix("%PDF-1.7\n") && text.hasSuffix("\n%%EOF\n"))
        // As ASCII every byte is one character.
        func at(_ offset: Int, _ length: Int) -> String {
            String(decoding: file[offset..<min(file.count, offset + length)], as: Unicode.ASCII.self)
        }
        let start = try #require(text.components(separatedBy: "startxref\n").last?.split(separator: "\n").first)
        let table = at(try #require(Int(start)), file.count).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(table[0] == "xref")
        let count = try #require(Int(table[1].dropFirst(2)))
        #expect(table[2] == "0000000000 65535 f " && table[2 + count] == "trailer")
        for number in 1..<count {
            let entry = table[2 + number]
            #expect(entry.hasSuffix(" 00000 n ") && entry.utf8.count == 19)
            let head = "\(number) 0 obj\n"
            #expect(at(try #require(Int(entry.prefix(10))), head.utf8.count) == head)
        }
        #expect(text.contains("/Size \(count)/Root 1 0 R"))
        try checkStreams(file)
    }

    /// The declared length of a stream matches its end marker.
    private func checkStreams(_ file: [UInt8]) throws {
        let data = Data(file)
        var rest = data.startIndex..<data.endIndex
        var count = 0
        while let mark = data.range(of: Data("/Length ".utf8), in: rest) {
            let end = try #require(data.range(of: Data(">>\nstream\n".utf8), in: mark.upperBound..<data.endIndex))
            let digits = String(decoding: data[mark.upperBound..<end.lowerBound], as: UTF8.self)
            let length = try #require(Int(digits))
            let tail = Data("\nendstream\nendobj\n".utf8)
            #expect(data[(end.upperBound + length)...].prefix(tail.count) == tail)
            rest = (end.upperBound + length)..<data.endIndex
            count += 1
        }
        #expect(count > 0)
    }

    @Test("Equal drawings give equal files") func equalDrawingsGiveEqualFiles() throws {
        let drawing = SyntheticHand.drawing(seed: 3)
        #expect(try SVGExporter.bytes(drawing) == SVGExporter.bytes(drawing))
        #expect(try PDFExporter.bytes(drawing) == PDFExporter.bytes(drawing))
    }

    @Test("Pages without area are rejected", arguments: [0, -1, .nan, .infinity] as [Double])
    func pagesWithoutAreaAreRefused(side: Double) {
        let drawing = Drawing(size: InkSize(width: side, height: 10))
        #expect(throws: RasterError.empty) { try SVGExporter.bytes(drawing) }
        #expect(throws: RasterError.empty) { try PDFExporter.bytes(drawing) }
    }

    /// The image covers the surface, whatever part of it the ink takes.
    @Test("Cropped pages with an image need a surface", arguments: [0, -1, .nan, .infinity, 3e7, 1e308] as [Double])
    func croppedPagesWithAnImageNeedASurface(side: Double) throws {
        let stroke = try Stroke([
            StrokePoint(InkPoint(x: 5, y: 5), time: 0), StrokePoint(InkPoint(x: 90, y: 50), time: 0.1),
        ])
        let drawing = Drawing(size: InkSize(width: side, height: 100), strokes: [stroke])
        let background = Background(image: try Bitmap(width: 1, height: 2))
        let error: RasterError = side > 0 && side.isFinite ? .tooLarge : .empty
        #expect(throws: error) { try SVGExporter.bytes(drawing, isCropped: true, background: background) }
        #expect(throws: error) { try PDFExporter.bytes(drawing, isCropped: true, background: background) }
        _ = try SVGExporter.bytes(drawing, isCropped: true)
    }

    @Test(
        "Pages beyond 14,400 points have larger units",
        arguments: [
            (14_400.0, 100.0, "", "[0 0 14400 100]"), (20_000, 100, "/UserUnit 10", "[0 0 2000 10]"),
            (1, 144_001, "/UserUnit 100", "[0 0 .01 1440.01]"), (1e7, 1e6, "/UserUnit 1000", "[0 0 10000 1000]"),
        ])
    func largePagesHaveLargerUnits(width: Double, height: Double, unit: String, box: String) throws {
        let file = try PDFExporter.bytes(
            Drawing(size: InkSize(width: width, height: height)), background: Background(color: .white))
        let text = String(decoding: file, as: Unicode.ASCII.self)
        #expect(text.contains("/Contents 4 0 R\(unit)/MediaBox\(box)/Group"))
        let scales = ["": "", "/UserUnit 10": "0.1", "/UserUnit 100": "0.01", "/UserUnit 1000": "0.001"]
        let scale = try #require(scales[unit])
        #expect(text.contains("stream\n" + (scale.isEmpty ? "" : "\(scale) 0 0 \(scale) 0 0 cm\n") + "1 0 0 -1 0 "))
    }

    @Test("Pages that are too large are rejected", arguments: [3e7, 1e18, 1e308])
    func pagesTooLargeForTheirNumbersAreRefused(side: Double) throws {
        let image = try Bitmap(width: 1, height: 2)
        let drawing = Drawing(size: InkSize(width: side, height: 10))
        let background = Background(image: image)
        #expect(throws: RasterError.tooLarge) { try SVGExporter.bytes(drawing, background: background) }
        #expect(throws: RasterError.tooLarge) { try PDFExporter.bytes(drawing, background: background) }
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The ink of a signature as the contents of a PDF form: one filled outline for each stroke.
///
/// A pencil's grain is left out. Verification compares the contents byte for byte. If they change for the same drawing,
/// `EvidenceRendering.currentEngine` has to increase.
struct SignatureAppearance {
    /// The size in points, without scaling.
    let size: InkSize
    let contents: [UInt8]
    /// The names of the graphics states that the contents use, with their opacities as text.
    let opacities: [(name: String, value: String)]

    /// The margin in points around the ink.
    private static let margin = 2.0
    /// The largest distance in points between an outline and the true curve.
    static let accuracy = 0.01

    /// - Throws: ``PDFError/emptyDrawing``.
    init(_ drawing: Drawing) throws(PDFError) {
        let inked = InkedDrawing(drawing, accuracy: Self.accuracy)
        let bounds = inked.bounds.grown(by: Self.margin)
        guard !inked.bounds.isEmpty, bounds.width > 0, bounds.height > 0 else { throw .emptyDrawing }
        size = InkSize(width: bounds.width, height: bounds.height)
        var text = "1 0 0 -1 \(Self.number(-bounds.minX)) \(Self.number(bounds.maxY)) cm\n"
        var alphas: Set<UInt8> = []
        for stroke in inked.strokes where !stroke.outline.ribs.isEmpty {
            let color = stroke.stroke.brush.color
            alphas.insert(color.alpha)
            let levels = [color.red, color.green, color.blue].map { Self.number(Double($0) / 255) }
            text += "/A\(color.alpha) gs \(levels.joined(separator: " ")) rg\n"
            var isFirst = true
            stroke.outline.visitVertices { vertex in
                text += "\(Self.number(vertex.x)) \(Self.number(vertex.y)) \(isFirst ? "m" : "l")\n"
                isFirst = false
            }
            text += "f\n"
        }
        contents = Array(text.utf8)
        opacities = alphas.sorted().map { ("/A\($0)", Self.number(Double($0) / 255)) }
    }

    /// The sides of the form's box, as text.
    var sides: [String] { [size.width, size.height].map(Self.number) }

    /// Returns the dictionary of the form.
    func dictionary(matrix: [Int]) -> String {
        let states = opacities.map { "\($0.name)<</ca \($0.value)>>" }.joined()
        let numbers = matrix.map(String.init).joined(separator: " ")
        return "<</Type/XObject/Subtype/Form/BBox[0 0 \(sides.joined(separator: " "))]/Matrix[\(numbers)]"
            + "/Resources<</ExtGState<<\(states)>>>>/Length \(contents.count)>>"
    }

    /// Returns a number with at most three decimals, which is less than the accuracy.
    static func number(_ value: Double) -> String {
        let thousandths = Int((min(max(value, -1e9), 1e9) * 1000).rounded())
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        var text = "\(whole)"
        if rest > 0 {
            text += "." + PDFUpdate.padded(Int(rest), 3)
            while text.last == "0" { text.removeLast() }
        }
        return thousandths < 0 ? "-" + text : text
    }
}

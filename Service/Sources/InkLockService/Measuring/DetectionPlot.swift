// SPDX-License-Identifier: MIT
import Foundation

/// Curves of error rates as an SVG picture. Both axes are on the scale of the normal deviate, so that the curves of
/// normally distributed scores are straight.
struct DetectionPlot {
    private static let width = 640.0
    /// The height without the legend.
    private static let height = 564.0
    private static let legendLine = 24.0
    private static let frame = (left: 76.0, top: 20.0, right: 620.0, bottom: 492.0)
    /// The shares at which the axes have lines. The axes end at the first and the last.
    private static let ticks = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6]
    /// Colours that differ in lightness too, for light and dark pages.
    private static let colors = [("#1864ab", "#74c0fc"), ("#c2410c", "#ffa94d"), ("#2b8a3e", "#8ce99a")]

    private let curves: [DetectionCurve]
    /// The names of the verifiers in order, which choose the colours.
    private let verifiers: [String]

    init(_ curves: [DetectionCurve]) {
        self.curves = curves
        verifiers = curves.map(\.verifier).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private var height: Double { Self.height + Self.legendLine * Double(curves.count) }

    var svg: String {
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" \
            aria-label="Detection error tradeoff curves" font-family="system-ui, sans-serif" font-size="13">
            """,
            style(count: verifiers.count),
        ]
        parts += Self.ticks.map(gridLines)
        let middle = (Self.frame.left + Self.frame.right) / 2
        parts.append(
            """
            <text class="label" x="\(middle)" y="\(Self.frame.bottom + 44)" text-anchor="middle">\
            False match rate: impostors who are accepted</text>
            <text class="label" transform="translate(18 \((Self.frame.top + Self.frame.bottom) / 2)) rotate(-90)" \
            text-anchor="middle">False non-match rate: owners who are rejected</text>
            """)
        for curve in curves {
            let color = verifiers.firstIndex(of: curve.verifier) ?? 0
            let isDashed = curve.impostor == .sameDrawing ? " dashed" : ""
            parts.append("<polyline class=\"curve c\(color)\(isDashed)\" points=\"\(places(of: curve))\"/>")
        }
        parts.append(legend)
        return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func style(count: Int) -> String {
        func rules(_ color: ((String, String)) -> String) -> String {
            (0..<count).map { ".c\($0){stroke:\(color(Self.colors[$0 % Self.colors.count]))}" }.joined()
        }
        return """
            <style>.label{fill:#343a40}.grid{stroke:#dee2e6}.curve{fill:none;stroke-width:2}.dashed{stroke-dasharray:7 5}\
            \(rules { $0.0 })\
            @media(prefers-color-scheme:dark){.label{fill:#dee2e6}.grid{stroke:#495057}\(rules { $0.1 })}</style>
            """
    }

    private func gridLines(_ share: Double) -> String {
        let (x, y) = (Self.x(share), Self.y(share))
        let text = "\((share * 1e6).rounded() / 1e4)".replacing(/\.0$/, with: "") + " %"
        return """
            <path class="grid" d="M\(x) \(Self.frame.top)V\(Self.frame.bottom)M\(Self.frame.left) \(y)H\(Self.frame.right)"/>
            <text class="label" x="\(x)" y="\(Self.frame.bottom + 20)" text-anchor="middle">\(text)</text>
            <text class="label" x="\(Self.frame.left - 8)" y="\(y + 4)" text-anchor="end">\(text)</text>
            """
    }

    /// Returns the places of a curve's points. Rates above the axes are left out, and rates below are drawn at the ends
    /// of the axes.
    private func places(of curve: DetectionCurve) -> String {
        let most = Self.ticks[Self.ticks.count - 1]
        return curve.points.filter { max($0.falseMatchRate, $0.falseNonMatchRate) <= most }.map {
            "\(Self.x($0.falseMatchRate)),\(Self.y($0.falseNonMatchRate))"
        }
        .reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }.joined(separator: " ")
    }

    private var legend: String {
        var lines: [String] = []
        for (i, curve) in curves.enumerated() {
            let y = Self.height + Double(i) * Self.legendLine
            let x = Self.frame.left
            let isDashed = curve.impostor == .sameDrawing ? " dashed" : ""
            lines.append(
                """
                <path class="curve c\(verifiers.firstIndex(of: curve.verifier) ?? 0)\(isDashed)" d="M\(x) \(y)h44"/>\
                <text class="label" x="\(x + 54)" y="\(y + 4)">\(curve.verifier), \(curve.impostor.words)</text>
                """)
        }
        return lines.joined(separator: "\n")
    }

    private static func x(_ share: Double) -> Double {
        place(share, from: frame.left, to: frame.right)
    }

    private static func y(_ share: Double) -> Double {
        place(share, from: frame.bottom, to: frame.top)
    }

    /// Returns a share's place on an axis in tenths. Shares beyond the ends are at the ends.
    private static func place(_ share: Double, from start: Double, to end: Double) -> Double {
        let (low, high) = (deviate(ticks[0]), deviate(ticks[ticks.count - 1]))
        let at = (deviate(max(ticks[0], min(share, ticks[ticks.count - 1]))) - low) / (high - low)
        return ((start + (end - start) * at) * 10).rounded() / 10
    }

    /// Returns the value that a standard normal variable is below with a given probability, by bisection.
    private static func deviate(_ probability: Double) -> Double {
        var (low, high) = (-8.0, 8.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if 0.5 * erfc(-middle / 2.0.squareRoot()) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}

extension VerifierTrial.Impostor {
    var words: String {
        switch self {
        case .differentDrawing: "another drawing"
        case .sameDrawing: "the same drawing"
        }
    }
}

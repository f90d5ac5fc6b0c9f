// SPDX-License-Identifier: MIT
import ArgumentParser
import CodeNames
import Foundation
import InkEvidence
import InkStroke

/// `inklock info`: prints facts about a drawing that do not reveal its shape.
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describe a drawing: strokes, points, duration, bounds, sampling rate, warnings.",
        discussion: "The places of single points are never shown.")

    @OptionGroup var drawing: DrawingInput

    @Flag(help: "Write JSON for programs: lengths in points, times in seconds.")
    var json = false

    func run() throws {
        let chosen = try drawing.chosen(from: try drawing.readAll())
        let summary = DrawingSummary(chosen)
        try OutputFile(path: "-").write(Array("\(json ? try Self.json(summary) : Self.text(summary))\n".utf8))
    }

    private static func json(_ summary: DrawingSummary) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return TerminalText.json(String(decoding: try encoder.encode(summary), as: UTF8.self))
    }

    private static func text(_ summary: DrawingSummary) -> String {
        var lines: [(String, String)] = []
        if let name = summary.name { lines.append(("name", TerminalText.name(name))) }
        lines.append(("size", "\(number(summary.width)) × \(number(summary.height)) points"))
        lines.append(("strokes", "\(summary.strokes)"))
        lines.append(("points", "\(summary.points)"))
        lines.append(("duration", summary.durationSeconds.map { "\(number($0)) s" } ?? "unknown"))
        lines.append(("bounds", summary.bounds.map(box) ?? "none"))
        lines.append(("sampling", summary.samplingHertz.map { "\(number($0)) Hz" } ?? "unknown"))
        for flaw in summary.flaws.compactMap({ CodeName.value($0, of: SignatureFlaw.self) }) {
            lines.append(("signature", EvidenceText.sentence(flaw)))
        }
        lines += summary.warnings.map { ("warning", $0) }
        return lines.map { $0.padding(toLength: 10, withPad: " ", startingAt: 0) + $1 }.joined(separator: "\n")
    }

    private static func box(_ box: DrawingSummary.Box) -> String {
        "\(number(box.width)) × \(number(box.height)) points at \(number(box.x)), \(number(box.y))"
    }

    /// Returns a number with two decimals, which are finer than any pen.
    private static func number(_ value: Double) -> String {
        let text = String(format: "%.2f", value)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}

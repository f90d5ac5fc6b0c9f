// SPDX-License-Identifier: MIT
import CCairo
import Foundation
import InkFiles
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport

/// Measures what `Benchmarks/ink.py` asks for, one request a line, so that it can ask other engines in between.
///
/// | request | answer |
/// |---|---|
/// | `time JOB INPUT COUNT` | the nanoseconds of each of COUNT runs |
/// | `file KIND INPUT PATH` | `done`, after writing the file |
/// | `live END COUNT` | the nanoseconds from each of COUNT samples to its pixels |
/// | `allocations END COUNT` | the allocations by each of them, or `unknown` |
/// | `kept` | the share of a long stroke's samples that the drawing contains |
/// | `quality` | the figures of the curves as JSON |
struct BenchmarkServer {
    private struct UnknownRequest: Error {}

    private static let width = Int(RasterInput.size.width * RasterInput.scale)
    private static let height = Int(RasterInput.size.height * RasterInput.scale)

    private var inputs: [String: RasterInput]
    private let long: [StrokePoint]
    private let cairo = CairoFill(width: Int32(width), height: Int32(height), scale: RasterInput.scale)
    private var multisampled = MultisampledStrip(width: width, height: height)

    /// - Parameter recorded: Names and files of recorded strokes.
    init(recorded: [String: String]) throws {
        inputs = ["cursive": try .cursive(), "overlapping": try .overlapping()]
        for (name, path) in recorded { inputs[name] = try .recorded(path) }
        var hand = SyntheticHand(seed: 1, size: RasterInput.size)
        long = hand.samples(10_000, rate: 240, noise: 0.1)
    }

    /// Answers requests until the input ends.
    mutating func run() throws {
        while let line = readLine() {
            let answer = try answer(line.split(separator: " ").map(String.init))
            FileHandle.standardOutput.write(Data((answer + "\n").utf8))
        }
    }

    private mutating func answer(_ request: [String]) throws -> String {
        switch (request.first, request.count) {
        case ("time", 4):
            guard let count = Int(request[3]) else { throw UnknownRequest() }
            return try Self.line(times(request[1], request[2], count))
        case ("file", 4):
            try file(request[1], request[2]).write(to: URL(filePath: request[3]))
            return "done"
        case ("live", 3):
            guard let end = Int(request[1]), let count = Int(request[2]) else { throw UnknownRequest() }
            return Self.line(try LiveTimes.times(end: end, count: count))
        case ("allocations", 3):
            guard let end = Int(request[1]), let count = Int(request[2]) else { throw UnknownRequest() }
            let counts = try LiveTimes.allocations(end: end, count: count)
            return counts.map { $0.map(String.init).joined(separator: " ") } ?? "unknown"
        case ("kept", 1): return String(try kept())
        case ("quality", 1): return try QualityTable.json()
        default: throw UnknownRequest()
        }
    }

    private func kept() throws -> Double {
        var editor = DrawingEditor(size: RasterInput.size, displayScale: 1)
        try editor.begin(brush: .pen)
        for sample in long { try editor.append(sample) }
        try editor.end()
        let stored = Set(editor.drawing.strokes.flatMap { $0.points })
        return Double(long.count { stored.contains($0) }) / Double(long.count)
    }

    private static func line(_ times: [Double]) -> String {
        times.map { String(format: "%.0f", $0) }.joined(separator: " ")
    }

    private func input(_ name: String) throws -> RasterInput {
        guard let input = inputs[name] else { throw UnknownRequest() }
        return input
    }

    private func repeated(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
        let clock = ContinuousClock()
        return try (0..<count).map { _ in Stopwatch.nanoseconds(try clock.measure(body)) }
    }

    private mutating func times(_ job: String, _ name: String, _ count: Int) throws -> [Double] {
        let accuracy = InkedDrawing.accuracy(scale: 1)
        switch job {
        case "curve-fair": return repeated(count) { modeled(FairModeler()) }
        case "curve-article": return repeated(count) { modeled(MidpointModeler()) }
        case "trace-fair", "trace-article":
            let model: StrokeModel = job == "trace-fair" ? .fair : .midpointQuadratic
            return repeated(count) {
                var tracer = StrokeTracer(brush: .pen, model: model, accuracy: accuracy)
                tracer.append(contentsOf: long)
                tracer.updateTail()
            }
        case "edit", "edit-blocks":
            return try repeated(count) {
                var editor = DrawingEditor(size: RasterInput.size, accuracy: accuracy)
                try editor.begin(brush: .pen)
                if job == "edit" {
                    for sample in long { try editor.append(sample) }
                } else {
                    try editor.append(contentsOf: long)
                }
                try editor.end()
            }
        case "inklock":
            let inked = try input(name).inked
            let rendering = Rendering(scale: RasterInput.scale)
            return try repeated(count) { _ = try rendering.bitmap(inked) }
        case "inklock-threads":
            let inked = try input(name).inked
            let rendering = Rendering(scale: RasterInput.scale)
            return try repeated(count) { _ = try rendering.bitmap(inked, threadCount: 2) }
        case "cairo", "cairo-default":
            let inked = try input(name).inked
            cairo.setQuality(isBest: job == "cairo")
            return repeated(count) { cairo.run(inked) }
        case "article":
            let strip = try input(name).strip.map { (x: Float($0.x), y: Float($0.y)) }
            return repeated(count) { multisampled.fill(strip) }
        default: throw UnknownRequest()
        }
    }

    /// A sink that keeps only the last point of each curve, so that the modeler's own time is measured.
    private struct LastPoint: CurveSink {
        var point = InkPoint.zero

        mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) { point = curve.end }
    }

    private func modeled(_ first: some StrokeModeler) {
        var last = LastPoint()
        var modeler = first
        for point in long { modeler.append(InkNode(point.position, width: 2), time: point.time, to: &last) }
        modeler.tail(to: &last)
    }

    // MARK: Files

    private mutating func file(_ kind: String, _ name: String) throws -> Data {
        if kind == "samples" {
            let samples = name == "long" ? long : try input(name).drawing.strokes[0].points
            return Self.data(samples.flatMap { [$0.position.x, $0.position.y, $0.time, $0.pressure ?? .nan] })
        }
        let input = try input(name)
        switch kind {
        case "vertices": return Self.data(input.vertices.flatMap { [$0.x, $0.y] })
        case "reference":
            return Self.data(Supersampling.counts(input.vertices, width: Self.width, height: Self.height))
        case "rgba": return Data(try Rendering(scale: RasterInput.scale).bitmap(input.inked).rgba)
        case "inklock": return Self.alpha(try Rendering(scale: RasterInput.scale).bitmap(input.inked).rgba)
        case "cairo", "cairo-default":
            cairo.setQuality(isBest: kind == "cairo")
            cairo.run(input.inked)
            return Self.alpha(cairo.bytes)
        case "article":
            multisampled.fill(input.strip.map { (x: Float($0.x), y: Float($0.y)) })
            return Data(multisampled.alpha)
        default: throw UnknownRequest()
        }
    }

    private static func data(_ numbers: [some BitwiseCopyable]) -> Data { numbers.withUnsafeBytes { Data($0) } }

    /// Returns every fourth byte.
    private static func alpha(_ pixels: [UInt8]) -> Data {
        Data(stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] })
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkTestSupport

/// A third-party program that renders vector files to PNG, as a reference for the project's own output.
enum IndependentRenderer: String, CaseIterable, Sendable {
    /// SVG, by librsvg.
    case svg = "rsvg-convert"
    /// PDF, by poppler's own rasteriser.
    case pdf = "pdftoppm"
    /// PDF, by poppler and Cairo.
    case pdfByCairo = "pdftocairo"

    private var program: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(fileURLWithPath: "\($0)/\(rawValue)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    var isInstalled: Bool { program != nil }

    /// Renders a file at two pixels per point, SVG without a background and PDF over white.
    func render(_ file: [UInt8]) throws -> PNGImage {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("input").path
        try Data(file).write(to: URL(fileURLWithPath: input))
        let output = folder.appendingPathComponent("page").path
        let process = Process()
        process.executableURL = program
        switch self {
        case .svg: process.arguments = ["--zoom", "2", "-o", output + ".png", input]
        case .pdf, .pdfByCairo: process.arguments = ["-r", "144", "-png", "-singlefile", input, output]
        }
        try process.run()
        process.waitForExit()
        return try PNGImage(decoding: Array(Data(contentsOf: URL(fileURLWithPath: output + ".png"))))
    }
}

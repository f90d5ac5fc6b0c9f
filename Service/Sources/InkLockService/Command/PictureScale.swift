// SPDX-License-Identifier: MIT
import ArgumentParser

/// How large a picture of pixels becomes: one of three ways to say it, or a pixel a point.
struct PictureScale: ParsableArguments {
    /// PDF's and typesetting's point.
    static let pointsPerInch = 72.0

    @Option(parsing: .unconditional, help: "The picture's width in pixels.")
    var width: Int?

    @Option(parsing: .unconditional, help: "Pixels a point; 1 by default.")
    var scale: Double?

    @Option(parsing: .unconditional, help: "Pixels an inch of 72 points; a PNG file says so too.")
    var dpi: Double?

    var isGiven: Bool { width != nil || scale != nil || dpi != nil }

    func validate() throws {
        let given = [width.map(Double.init), scale, dpi].compactMap { $0 }
        guard given.count <= 1 else { throw ValidationError("give only one of --width, --scale and --dpi") }
        guard given.allSatisfy({ $0 > 0 && $0.isFinite }) else {
            throw ValidationError("--width, --scale and --dpi must be above 0")
        }
    }

    /// Pixels a point for a picture of something `points` wide.
    func pixelsPerPoint(width points: Double) -> Double {
        if let width { return Double(width) / points }
        return scale ?? dpi.map { $0 / Self.pointsPerInch } ?? 1
    }

    /// The resolution that a PNG file declares; `nil` unless it was asked for.
    var pixelsPerMetre: UInt32? {
        dpi.flatMap { UInt32(exactly: ($0 / 0.0254).rounded()) }
    }
}

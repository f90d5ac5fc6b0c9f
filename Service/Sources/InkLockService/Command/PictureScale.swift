// SPDX-License-Identifier: MIT
import ArgumentParser

/// The options for the size of a raster image. Without any, a point becomes one pixel.
struct PictureScale: ParsableArguments {
    /// The number of points per inch in PDF and typesetting.
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

    /// Returns the pixels per point for an image of a drawing that is `points` wide.
    func pixelsPerPoint(width points: Double) -> Double {
        if let width { return Double(width) / points }
        return scale ?? dpi.map { $0 / Self.pointsPerInch } ?? 1
    }

    /// The resolution to store in a PNG file, or `nil` if `--dpi` is not given.
    var pixelsPerMetre: UInt32? {
        dpi.flatMap { UInt32(exactly: ($0 / 0.0254).rounded()) }
    }
}

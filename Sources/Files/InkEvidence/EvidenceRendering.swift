// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkRaster
import InkStroke

/// The picture that the samples gave when they were signed: its parameters and the digest of its pixels.
public struct EvidenceRendering: Hashable, Sendable {
    /// The version of the ink. It increases whenever the same samples give different pixels.
    public static let currentEngine = 2

    /// The version of the ink that drew the picture.
    public let engine: Int
    /// The scale in pixels per point, 0.01...16.
    public let scale: Double
    /// A Boolean value that indicates whether the picture shows only the ink and a margin.
    public let isCropped: Bool
    /// The colour behind the ink.
    public let background: SRGBColor
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The SHA-256 digest of the pixels: red, green, blue and straight alpha of each, row by row.
    public let digest: [UInt8]

    package static let scales = 0.01...16
    package static let engines = 1...1_000_000

    /// Draws a picture and describes it.
    /// - Throws: ``EvidenceError/unsupportedRendering`` for a drawing without an area, a background image, or more
    ///   pixels or work than ``EvidenceLimits`` allows.
    init(_ drawing: Drawing, _ rendering: Rendering) throws(EvidenceError) {
        guard rendering.background.image == nil, Self.scales ~= rendering.scale else { throw .unsupportedRendering }
        guard rendering.work(of: drawing) <= 1 else { throw .unsupportedRendering }
        do throws(RasterError) {
            self.init(try rendering.bitmap(drawing), rendering)
        } catch { throw .unsupportedRendering }
    }

    /// Describes a picture.
    private init(_ bitmap: Bitmap, _ rendering: Rendering) {
        engine = Self.currentEngine
        scale = rendering.scale
        isCropped = rendering.isCropped
        background = rendering.background.color
        width = Int(bitmap.width)
        height = Int(bitmap.height)
        digest = Self.digest(bitmap)
    }

    /// Returns the SHA-256 digest of a bitmap's pixels.
    ///
    /// - Complexity: O(pixels).
    public static func digest(_ bitmap: Bitmap) -> [UInt8] {
        bitmap.pixels.withUnsafeBytes { bytes in
            var hash = SHA256()
            hash.update(bufferPointer: bytes)
            return Array(hash.finalize())
        }
    }

    /// The settings that draw the picture again.
    var settings: Rendering { Rendering(scale: scale, isCropped: isCropped, background: Background(color: background)) }

    /// Returns whether a picture has these pixels.
    func hasPixels(of bitmap: Bitmap) -> Bool {
        Int(bitmap.width) == width && Int(bitmap.height) == height && Self.digest(bitmap) == digest
    }

    func write(to output: inout CBORWriter) {
        output.array(7)
        output.integer(Int64(engine))
        output.double(scale)
        output.bool(isCropped)
        output.unsigned(UInt64(background.rgba))
        output.integer(Int64(width))
        output.integer(Int64(height))
        output.bytes(digest)
    }

    init(from input: inout CBORReader) throws(CBORError) {
        _ = try input.array(7...7)
        engine = try input.count(in: Self.engines)
        scale = try input.double(in: Self.scales)
        isCropped = try input.bool()
        background = SRGBColor(rgba: UInt32(try input.unsigned(in: 0...UInt64(UInt32.max))))
        width = try input.count(in: 1...EvidenceLimits.pixels)
        height = try input.count(in: 1...EvidenceLimits.pixels)
        digest = try input.bytes(32...32)
    }
}

// SPDX-License-Identifier: MIT
import CoreGraphics
import InkStroke

/// A surface to draw on: a `CGContext` or SwiftUI's `GraphicsContext`. The origin is at the top left.
@MainActor protocol InkSurface {
    /// Fills a path with the nonzero winding rule.
    mutating func fill(_ path: CGPath, _ color: SRGBColor)
    /// Fills a path with tiles of grain. Overlaps within the path are not darker.
    mutating func fill(_ path: CGPath, grain: GrainTile)
    /// Strokes a path with round caps and joins, `width` points wide.
    mutating func stroke(_ path: CGPath, _ color: SRGBColor, width: Double)
    /// Draws an image upright.
    mutating func draw(_ image: CGImage, in rect: CGRect)
}

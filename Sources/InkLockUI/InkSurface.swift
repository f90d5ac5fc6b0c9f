// SPDX-License-Identifier: MIT
import CoreGraphics
import InkStroke

/// What InkLock draws on: a `CGContext`, or SwiftUI's `GraphicsContext`. The origin is at the top left.
@MainActor protocol InkSurface {
    /// Fills a path by the winding rule.
    mutating func fill(_ path: CGPath, _ color: SRGBColor)
    /// Lays ink down evenly: a path's overlaps are not darker.
    mutating func fill(_ path: CGPath, grain: GrainTile)
    /// A line with round ends, `width` points wide.
    mutating func stroke(_ path: CGPath, _ color: SRGBColor, width: Double)
    /// An image, upright.
    mutating func draw(_ image: CGImage, in rect: CGRect)
}

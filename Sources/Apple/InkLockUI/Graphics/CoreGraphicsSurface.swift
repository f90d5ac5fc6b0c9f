// SPDX-License-Identifier: MIT
import CoreGraphics
import InkStroke

/// A surface that draws on a `CGContext` with its origin at the top left, as in UIKit.
struct CoreGraphicsSurface: InkSurface {
    let context: CGContext

    func fill(_ path: CGPath, _ color: SRGBColor) {
        context.beginPath()
        context.addPath(path)
        context.setFillColor(color.cgColor)
        context.fillPath()
    }

    func fill(_ path: CGPath, grain: GrainTile) {
        context.saveGState()
        defer { context.restoreGState() }
        context.beginPath()
        context.addPath(path)
        context.clip()
        upright(at: grain.originX, grain.originY, height: grain.side)
        context.draw(grain.image, in: CGRect(x: 0, y: 0, width: grain.side, height: grain.side), byTiling: true)
    }

    func stroke(_ path: CGPath, _ color: SRGBColor, width: Double) {
        context.saveGState()
        defer { context.restoreGState() }
        context.beginPath()
        context.addPath(path)
        context.setStrokeColor(color.cgColor)
        context.setLineWidth(width)
        context.setLineCap(.round)
        context.setLineJoin(.round)
        context.strokePath()
    }

    func draw(_ image: CGImage, in rect: CGRect) {
        context.saveGState()
        defer { context.restoreGState() }
        upright(at: rect.minX, rect.minY, height: rect.height)
        context.draw(image, in: CGRect(x: 0, y: 0, width: rect.width, height: rect.height))
    }

    /// Flips the y axis. Core Graphics draws the first row of an image at the largest y, which is the bottom here.
    private func upright(at x: Double, _ y: Double, height: Double) {
        context.translateBy(x: x, y: y + height)
        context.scaleBy(x: 1, y: -1)
    }
}

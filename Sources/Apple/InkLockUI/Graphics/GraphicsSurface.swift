// SPDX-License-Identifier: MIT
import CoreGraphics
import InkStroke
import SwiftUI

/// A surface that draws on SwiftUI's `GraphicsContext`.
struct GraphicsSurface: InkSurface {
    var context: GraphicsContext

    func fill(_ path: CGPath, _ color: SRGBColor) { context.fill(Path(path), with: .color(Color(color))) }

    func fill(_ path: CGPath, grain: GrainTile) {
        let tile = Image(decorative: grain.image, scale: 1)
        // Without a scale, a tile would measure one point per pixel.
        let scale = grain.side / Double(grain.image.width)
        let origin = CGPoint(x: grain.originX, y: grain.originY)
        context.fill(Path(path), with: .tiledImage(tile, origin: origin, scale: scale))
    }

    func stroke(_ path: CGPath, _ color: SRGBColor, width: Double) {
        let style = StrokeStyle(lineWidth: width, lineCap: .round, lineJoin: .round)
        context.stroke(Path(path), with: .color(Color(color)), style: style)
    }

    func draw(_ image: CGImage, in rect: CGRect) {
        context.draw(Image(decorative: image, scale: 1), in: rect)
    }
}

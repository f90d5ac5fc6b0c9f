// SPDX-License-Identifier: MIT
import CoreGraphics
import InkStroke
import InkTrail
import SwiftUI

/// A painter of trails. It caches one gradient per sprite colour between frames.
@MainActor final class TrailPainter {
    private var gradients: [SRGBColor: Gradient] = [:]
    /// The number of gradient steps that approximate a sprite's fall-off.
    private static let stopCount = 8

    func draw(_ trail: some Trail, in context: GraphicsContext) {
        trail.visitInk { ink in
            let path = CGMutablePath()
            path.add(ink.outline)
            context.fill(Path(path), with: .color(Color(ink.color)))
        }
        var context = context
        trail.visitSprites { sprite in
            context.blendMode =
                switch sprite.blend {
                case .over: .normal
                case .add: .plusLighter
                }
            let center = CGPoint(sprite.position)
            let radius = CGFloat(sprite.radius)
            let box = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
            context.fill(
                Path(ellipseIn: box),
                with: .radialGradient(gradient(sprite.color), center: center, startRadius: 0, endRadius: radius))
        }
    }

    private func gradient(_ color: SRGBColor) -> Gradient {
        if let known = gradients[color] { return known }
        let full = Color(color)
        let stops = (0...Self.stopCount).map { step in
            let fraction = Double(step) / Double(Self.stopCount)
            return Gradient.Stop(
                color: full.opacity(TrailSprite.falloff(at: fraction)), location: CGFloat(fraction))
        }
        gradients[color] = Gradient(stops: stops)
        return Gradient(stops: stops)
    }
}

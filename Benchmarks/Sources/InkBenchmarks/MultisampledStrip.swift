// SPDX-License-Identifier: MIT
import InkGeometry

/// The renderer of Harwig's article (2012) on the processor: a triangle strip with four samples a pixel, as OpenGL's
/// multisampling has them.
struct MultisampledStrip {
    private static let places: [(x: Float, y: Float)] = [
        (0.375, 0.125), (0.875, 0.375), (0.125, 0.625), (0.625, 0.875),
    ]

    let width: Int
    let height: Int
    private var masks: [UInt8]
    /// The coverage of each pixel, of 255.
    private(set) var alpha: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        masks = [UInt8](repeating: 0, count: width * height)
        alpha = masks
    }

    /// Clears the pixels and fills the strip's triangles.
    mutating func fill(_ strip: [(x: Float, y: Float)]) {
        for i in masks.indices { masks[i] = 0 }
        if strip.count > 2 {
            for i in 2..<strip.count { triangle(strip[i - 2], strip[i - 1], strip[i]) }
        }
        for i in masks.indices { alpha[i] = UInt8((masks[i].nonzeroBitCount * 255 + 2) / 4) }
    }

    private mutating func triangle(_ a: (x: Float, y: Float), _ b: (x: Float, y: Float), _ c: (x: Float, y: Float)) {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        guard area != 0 else { return }
        let (p, q, r) = area > 0 ? (a, b, c) : (a, c, b)
        let firstX = max(0, Int(min(p.x, q.x, r.x)))
        let lastX = min(width - 1, Int(max(p.x, q.x, r.x)))
        let firstY = max(0, Int(min(p.y, q.y, r.y)))
        let lastY = min(height - 1, Int(max(p.y, q.y, r.y)))
        guard firstX <= lastX, firstY <= lastY else { return }
        for y in firstY...lastY {
            for x in firstX...lastX {
                var mask: UInt8 = 0
                for (bit, place) in Self.places.enumerated() {
                    let at = (x: Float(x) + place.x, y: Float(y) + place.y)
                    let isInside = Self.side(p, q, at) >= 0 && Self.side(q, r, at) >= 0 && Self.side(r, p, at) >= 0
                    if isInside { mask |= 1 << bit }
                }
                masks[y * width + x] |= mask
            }
        }
    }

    private static func side(_ a: (x: Float, y: Float), _ b: (x: Float, y: Float), _ p: (x: Float, y: Float)) -> Float {
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
}

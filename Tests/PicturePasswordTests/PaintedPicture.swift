// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport

/// A picture that a test paints pixel by pixel.
struct PaintedPicture {
    let width: Int32
    let height: Int32
    private(set) var rgba: [UInt8]

    init(width: Int32, height: Int32, grey: UInt8 = 200) {
        (self.width, self.height) = (width, height)
        rgba = [UInt8](repeating: 255, count: Int(width) * Int(height) * 4)
        fill(grey) { _, _ in true }
    }

    /// Paints the pixels whose centres `covers` accepts.
    mutating func fill(_ grey: UInt8, where covers: (Double, Double) -> Bool) {
        for y in 0..<Int(height) {
            for x in 0..<Int(width) where covers(Double(x) + 0.5, Double(y) + 0.5) {
                let i = (y * Int(width) + x) * 4
                (rgba[i], rgba[i + 1], rgba[i + 2]) = (grey, grey, grey)
            }
        }
    }

    mutating func fillRect(_ rect: InkRect, _ grey: UInt8) { fill(grey) { rect.contains(InkPoint(x: $0, y: $1)) } }

    mutating func fillDisc(_ centre: InkPoint, radius: Double, _ grey: UInt8) {
        fill(grey) { InkPoint(x: $0, y: $1).distance(to: centre) <= radius }
    }

    /// Adds noise of up to ±`amount` to every channel of every pixel.
    mutating func addNoise(_ random: inout SplitMix64, amount: Int) {
        for i in rgba.indices where i % 4 != 3 {
            let offset = Int(random.next() % UInt64(2 * amount + 1)) - amount
            rgba[i] = UInt8(max(0, min(255, Int(rgba[i]) + offset)))
        }
    }

    mutating func makeTransparent() {
        for i in rgba.indices where i % 4 == 3 { rgba[i] = 0 }
    }
}

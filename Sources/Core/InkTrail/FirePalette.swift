// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The colours of glowing soot as it cools, from white-hot to deep red, and of smoke.
struct FirePalette: Sendable {
    private var colors: [SRGBColor] = []
    private let soot = SRGBColor(rgba: 0x2A0C_04FF)

    init() {
        // Ages are fractions of a lifetime. The colours were tuned by eye.
        let stops: [(age: Double, color: SRGBColor)] = [
            (0, SRGBColor(rgba: 0xFFF4_D2FF)), (0.14, SRGBColor(rgba: 0xFFD2_5AFF)),
            (0.38, SRGBColor(rgba: 0xFF84_1EFF)), (0.68, SRGBColor(rgba: 0xD836_0AFF)),
            (1, SRGBColor(rgba: 0x6E0A_02FF)),
        ]
        let steps = FireTrail.colorCount - 2
        var next = 1
        for i in 0...steps {
            let age = Double(i) / Double(steps)
            while next < stops.count - 1 && age > stops[next].age { next += 1 }
            let (a, b) = (stops[next - 1], stops[next])
            let t = (age - a.age) / (b.age - a.age)
            colors.append(
                SRGBColor(
                    red: Self.mix(a.color.red, b.color.red, t), green: Self.mix(a.color.green, b.color.green, t),
                    blue: Self.mix(a.color.blue, b.color.blue, t)))
        }
    }

    private static func mix(_ a: UInt8, _ b: UInt8, _ t: Double) -> UInt8 {
        UInt8((Double(a) + (Double(b) - Double(a)) * t).rounded(.toNearestOrEven))
    }

    /// Returns the colour at an age from 0 (new) to 1, with an opacity in 0...1.
    func color(_ age: Double, opacity: Double) -> SRGBColor {
        colors[Int(age.limited(to: 0...1) * Double(colors.count - 1))].faded(to: opacity.limited(to: 0...1))
    }

    /// Returns the colour of smoke with an opacity in 0...1.
    func smoke(opacity: Double) -> SRGBColor { soot.faded(to: opacity.limited(to: 0...1)) }
}

// SPDX-License-Identifier: MIT

/// The colours of glowing soot as it cools, white-hot to deep red, and of smoke.
///
/// There are only ``count`` of them, so that hosts that cannot tint a texture while drawing tint each once.
struct FirePalette: Sendable {
    static var count: Int { 32 }

    private var colors: [SRGBColor] = []
    private var soot = SRGBColor(rgba: 0x2A0C_04FF)

    init() {
        // Ages are shares of a life. Our own choice, by eye.
        let stops: [(age: Double, color: SRGBColor)] = [
            (0, SRGBColor(rgba: 0xFFF4_D2FF)), (0.14, SRGBColor(rgba: 0xFFD2_5AFF)),
            (0.38, SRGBColor(rgba: 0xFF84_1EFF)),
            (0.68, SRGBColor(rgba: 0xD836_0AFF)), (1, SRGBColor(rgba: 0x6E0A_02FF)),
        ]
        var next = 1
        for i in 0..<Self.count {
            let age = Double(i) / Double(Self.count - 1)
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

    /// Both in 0...1.
    func color(_ age: Double, opacity: Double) -> SRGBColor {
        var color = colors[Int(age * Double(Self.count - 1))]
        color.alpha = UInt8(opacity * 255)
        return color
    }

    /// Opacity in 0...1.
    func smoke(opacity: Double) -> SRGBColor {
        var color = soot
        color.alpha = UInt8(opacity * 255)
        return color
    }
}

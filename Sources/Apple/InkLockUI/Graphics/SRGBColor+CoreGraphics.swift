// SPDX-License-Identifier: MIT
import CoreGraphics
import InkStroke
import SwiftUI

extension SRGBColor {
    /// The channels as fractions from 0 to 1.
    private var fractions: (red: Double, green: Double, blue: Double, alpha: Double) {
        (Double(red) / 255, Double(green) / 255, Double(blue) / 255, Double(alpha) / 255)
    }

    var cgColor: CGColor {
        let f = fractions
        return CGColor(srgbRed: f.red, green: f.green, blue: f.blue, alpha: f.alpha)
    }
}

extension Color {
    init(_ color: SRGBColor) {
        self.init(
            .sRGB, red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
            opacity: Double(color.alpha) / 255)
    }
}

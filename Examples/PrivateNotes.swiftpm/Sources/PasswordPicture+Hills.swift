// SPDX-License-Identifier: MIT
import CoreGraphics
import InkLockUI

extension PasswordPicture {
    /// A picture of hills with a sun and trees to draw around. It is drawn here, so that the example needs no file. In
    /// your own app, let the owner choose a photograph.
    @MainActor static let hills: PasswordPicture? = paint().map {
        PasswordPicture($0, digest: Array("hills 1".utf8), label: "Hills with trees under the sun")
    }

    private static func paint(width: Int = 900, height: Int = 1200) -> CGImage? {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return nil }
        func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
            context.setFillColor(CGColor(srgbRed: red, green: green, blue: blue, alpha: 1))
        }
        func disc(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat) {
            let path = CGMutablePath()
            path.addEllipse(in: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
            context.addPath(path)
            context.fillPath()
        }
        color(0.72, 0.86, 0.95)
        context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        color(0.98, 0.82, 0.35)
        disc(660, 960, 90)
        color(0.45, 0.62, 0.48)
        disc(160, -120, 620)
        color(0.34, 0.53, 0.38)
        disc(760, -260, 640)
        for (x, y, size): (CGFloat, CGFloat, CGFloat) in [
            (150, 520, 40), (250, 560, 55), (610, 380, 70), (800, 360, 45),
        ] {
            color(0.40, 0.28, 0.20)
            context.fill(CGRect(x: x - size / 6, y: y - size * 2, width: size / 3, height: size * 2))
            color(0.16, 0.36, 0.24)
            disc(x, y, size)
        }
        return context.makeImage()
    }
}

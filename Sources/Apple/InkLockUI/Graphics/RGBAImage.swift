// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation
import InkRaster
import InkStroke

/// A factory of Core Graphics images from RGBA bytes in sRGB with straight alpha.
enum RGBAImage {
    /// Returns an image, or `nil` if Core Graphics cannot create one.
    static func make(width: Int, height: Int, rgba: [UInt8]) -> CGImage? {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let provider = CGDataProvider(data: NSData(data: Data(rgba)) as CFData)
        else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    static func make(_ bitmap: Bitmap) -> CGImage? {
        make(width: Int(bitmap.width), height: Int(bitmap.height), rgba: bitmap.rgba)
    }
}

/// The grain of a pencil as a tile in the pencil's colour.
struct GrainTile {
    let image: CGImage
    /// The side of the tile in points.
    let side: Double
    /// The origin of a tile in points.
    let originX: Double
    let originY: Double

    init?(_ brush: Brush) {
        let color = brush.color
        var rgba: [UInt8] = []
        rgba.reserveCapacity(4 * Grain.side * Grain.side)
        for opacity in Grain().opacities {
            let alpha = (Int(opacity) * Int(color.alpha) + 127) / 255
            rgba += [color.red, color.green, color.blue, UInt8(alpha)]
        }
        guard let image = RGBAImage.make(width: Grain.side, height: Grain.side, rgba: rgba) else { return nil }
        self.image = image
        side = Double(Grain.side) / Grain.samplesPerPoint
        let offset = Grain.offset(seed: brush.seed)
        originX = -Double(offset.x) / Grain.samplesPerPoint
        originY = -Double(offset.y) / Grain.samplesPerPoint
    }
}

// SPDX-License-Identifier: MIT
import CoreGraphics
import InkRaster

/// The difference between an image and a bitmap of InkLock's own.
struct PixelComparison {
    /// The largest difference of a channel over white, from 0 to 255.
    var largest = 0
    /// The mean difference.
    var mean = 0.0
    /// The number of pixels of the bitmap that are not white.
    var inked = 0

    init?(_ image: CGImage?, _ bitmap: Bitmap) {
        guard let image, image.width == Int(bitmap.width), image.height == Int(bitmap.height) else { return nil }
        var sum = 0
        for y in 0..<image.height {
            for x in 0..<image.width {
                let a = image._pixel(x, y)
                let b = bitmap[Int32(x), Int32(y)]
                func over(_ value: Int, _ alpha: Int) -> Int { (value * alpha + 255 * (255 - alpha) + 127) / 255 }
                let differences = [
                    over(a.red, a.alpha) - over(Int(b.red), Int(b.alpha)),
                    over(a.green, a.alpha) - over(Int(b.green), Int(b.alpha)),
                    over(a.blue, a.alpha) - over(Int(b.blue), Int(b.alpha)),
                ].map { abs($0) }
                largest = max(largest, differences.max() ?? 0)
                sum += differences.reduce(0, +)
                if over(Int(b.blue), Int(b.alpha)) < 250 { inked += 1 }
            }
        }
        mean = Double(sum) / Double(3 * image.width * image.height)
    }
}

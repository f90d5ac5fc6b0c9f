// SPDX-License-Identifier: MIT
import InkGeometry
import Testing
import UIKit

@testable import InkLockUI

extension FrontEnd {
    /// Tests of the doubles that the other tests rely on.
    @MainActor struct CanvasDoubleTests {
        @Test("The origin of a UIKit context is at the top left") func originIsTopLeftInUIKitsContexts() {
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 4), format: format).image { context in
                context.cgContext.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
                context.cgContext.fill(CGRect(InkRect(minX: 0, minY: 0, maxX: 2, maxY: 1)))
            }
            #expect(image.cgImage.map { $0._pixel(1, 0) == (255, 0, 0, 255) } == true)
            #expect(image.cgImage.map { $0._pixel(1, 3).alpha } == 0)
        }

        @Test("Core Graphics draws images upside down in flipped contexts")
        func imagesStandOnTheirHeadsInFlippedContexts() throws {
            let rows: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 255]
            let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
            let provider = try #require(CGDataProvider(data: NSData(data: Data(rows))))
            let image = CGImage(
                width: 1, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue), provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent)
            let red = try #require(image)
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let drawn = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 2), format: format).image { context in
                context.cgContext.interpolationQuality = .none
                context.cgContext.draw(red, in: CGRect(x: 0, y: 0, width: 1, height: 2))
            }
            #expect(drawn.cgImage.map { $0._pixel(0, 0) == (0, 0, 255, 255) } == true)
        }
    }
}

// SPDX-License-Identifier: MIT
import InkRaster

extension PNGImage {
    /// Creates an image from a rendered bitmap.
    /// - Parameters:
    ///   - bitmap: The pixels with straight alpha.
    ///   - pixelsPerMetre: The resolution to declare; `nil` for none.
    /// - Throws: The errors of ``init(width:height:rgba:pixelsPerMetre:)``, which no valid bitmap causes.
    /// - Complexity: O(pixels).
    public init(_ bitmap: Bitmap, pixelsPerMetre: UInt32? = nil) throws(PNGError) {
        try self.init(
            width: Int(bitmap.width), height: Int(bitmap.height), rgba: bitmap.rgba, pixelsPerMetre: pixelsPerMetre)
    }
}

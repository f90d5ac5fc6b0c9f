// SPDX-License-Identifier: MIT
import InkRaster

extension PNGImage {
    /// A rendered bitmap.
    /// - Parameters:
    ///   - bitmap: the pixels, straight alpha included.
    ///   - pixelsPerMetre: the resolution to declare; `nil` declares none.
    /// - Throws: nothing that a bitmap can cause; see ``init(width:height:rgba:pixelsPerMetre:)``.
    /// - Complexity: O(pixels).
    public init(_ bitmap: Bitmap, pixelsPerMetre: UInt32? = nil) throws(PNGError) {
        try self.init(
            width: Int(bitmap.width), height: Int(bitmap.height), rgba: bitmap.rgba, pixelsPerMetre: pixelsPerMetre)
    }
}

// SPDX-License-Identifier: MIT

/// An error that prevents the creation of a bitmap.
public enum RasterError: Error, Hashable, Sendable {
    /// A side would be under one pixel, or the scale is not a number above 0. Give the drawing an area.
    case empty
    /// A side would exceed ``Bitmap/sideLimit`` pixels, or the total ``Bitmap/pixelLimit``, or the outlines would have
    /// millions of ribs. Use a smaller scale, or split the drawing.
    case tooLarge
}

// SPDX-License-Identifier: MIT

/// Why there can be no bitmap.
public enum RasterError: Error, Hashable, Sendable {
    /// A side would be under one pixel, or the scale is not a number above 0: give the drawing an area.
    case empty
    /// A side would be over ``Bitmap/sideLimit`` pixels, or all over ``Bitmap/pixelLimit``: use a smaller scale.
    case tooLarge
}

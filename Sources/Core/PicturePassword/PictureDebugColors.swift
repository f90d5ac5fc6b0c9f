// SPDX-License-Identifier: MIT
import InkStroke

/// The colours of the debug view.
public enum PictureDebugColors {
    /// The colour of the stored path over the picture.
    public static var path: SRGBColor { SRGBColor(rgba: 0xFFFF_FFFF) }
    /// The colour of the raster cells along the stored path.
    public static var raster: SRGBColor { SRGBColor(rgba: 0xFFFF_FF80) }
    /// The colour of the edge of a verification square.
    public static var square: SRGBColor { SRGBColor(rgba: 0x1420_3CFF) }
    /// The fill colour of a verification square that an attempt hit.
    public static var hit: SRGBColor { SRGBColor(rgba: 0x2E9E_5BB0) }
}

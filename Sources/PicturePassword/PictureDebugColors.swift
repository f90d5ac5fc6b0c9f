// SPDX-License-Identifier: MIT
import InkStroke

/// What a debug view draws with.
public enum PictureDebugColors {
    /// The stored path, over the picture.
    public static var path: SRGBColor { SRGBColor(rgba: 0xFFFF_FFFF) }
    /// The raster's cells that the stored path runs through.
    public static var raster: SRGBColor { SRGBColor(rgba: 0xFFFF_FF80) }
    /// The edge of a verification square.
    public static var square: SRGBColor { SRGBColor(rgba: 0x1420_3CFF) }
    /// The face of a verification square that an attempt hit.
    public static var hit: SRGBColor { SRGBColor(rgba: 0x2E9E_5BB0) }
}

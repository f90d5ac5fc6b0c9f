// SPDX-License-Identifier: MIT
import InkStroke

/// What a debug view draws with.
public enum PictureDebugColors {
    public static var path: SRGBColor { SRGBColor(rgba: 0xFFFF_FFFF) }
    public static var raster: SRGBColor { SRGBColor(rgba: 0xFFFF_FF80) }
    public static var square: SRGBColor { SRGBColor(rgba: 0x1420_3CFF) }
    public static var hit: SRGBColor { SRGBColor(rgba: 0x2E9E_5BB0) }
}

// SPDX-License-Identifier: MIT

/// What a stroke is drawn with: its tip, colour and widths.
public struct Brush: Hashable, Sendable {
    /// How ink lies on the paper. The numbers are those of the compact form and of the browser's modules.
    public enum Tip: UInt8, Hashable, Sendable, CaseIterable {
        /// Solid ink.
        case pen = 0
        /// Translucent ink, one even layer a stroke however often the stroke crosses itself.
        case marker = 1
        /// Ink broken up by the grain of the paper; see InkRaster's `Grain`.
        case pencil = 2
    }

    /// Widths lie in this range, in points.
    public static let widthLimits = 0.1...512.0

    /// How the ink lies on the paper.
    public var tip: Tip
    /// The ink's colour; its alpha makes the whole stroke translucent, not each piece of it.
    public var color: SRGBColor
    /// The width in points of the fastest, or lightest, line. In ``widthLimits``, never above ``maximumWidth``.
    public private(set) var minimumWidth: Double
    /// The width in points of the slowest, or firmest, line. In ``widthLimits``.
    public private(set) var maximumWidth: Double
    /// Shifts the pencil's grain, so that two drawings need not share it; 0 by default.
    public var seed: UInt32

    /// Widths outside ``widthLimits`` are brought to its nearer end, NaN to its lower end; a minimum above the
    /// maximum counts as the maximum.
    public init(
        tip: Tip = .pen, color: SRGBColor = .ink, minimumWidth: Double = 1.25, maximumWidth: Double = 4.5,
        seed: UInt32 = 0
    ) {
        self.tip = tip
        self.color = color
        let top = Self.limited(maximumWidth)
        self.maximumWidth = top
        self.minimumWidth = min(Self.limited(minimumWidth), top)
        self.seed = seed
    }

    private static func limited(_ width: Double) -> Double {
        guard width > widthLimits.lowerBound else { return widthLimits.lowerBound }
        return width < widthLimits.upperBound ? width : widthLimits.upperBound
    }

    /// A fountain pen: 1.25 to 4.5 points.
    public static var pen: Brush { Brush() }
    /// A highlighter: 14 to 16 points at 40 % opacity.
    public static var marker: Brush {
        Brush(tip: .marker, color: SRGBColor(rgba: 0xFFC4_0066), minimumWidth: 14, maximumWidth: 16)
    }
    /// A soft pencil: 1.5 to 3 points of graphite.
    public static var pencil: Brush {
        Brush(tip: .pencil, color: SRGBColor(rgba: 0x3A3A_3EFF), minimumWidth: 1.5, maximumWidth: 3)
    }
}

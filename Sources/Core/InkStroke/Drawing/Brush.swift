// SPDX-License-Identifier: MIT

/// The drawing tool of a stroke: its tip, colour and widths.
public struct Brush: Hashable, Sendable {
    /// The texture of the ink. The compact format and the browser modules use the raw values.
    public enum Tip: UInt8, Hashable, Sendable, CaseIterable {
        /// Solid ink.
        case pen = 0
        /// Translucent ink in one even layer per stroke, even where the stroke crosses itself.
        case marker = 1
        /// Ink broken up by the grain of the paper; see InkRaster's `Grain`.
        case pencil = 2

        /// A Boolean value that indicates whether the grain of the paper shows through the ink.
        public var showsGrain: Bool {
            switch self {
            case .pen, .marker: false
            case .pencil: true
            }
        }
    }

    /// The range of widths in points.
    public static let widthLimits = 0.1...512.0

    /// The texture of the ink.
    public var tip: Tip
    /// The colour of the ink. Its alpha applies to the stroke as a whole.
    public var color: SRGBColor
    /// The width in points of the fastest or lightest line. It lies in ``widthLimits`` and never exceeds
    /// ``maximumWidth``.
    public private(set) var minimumWidth: Double
    /// The width in points of the slowest or firmest line. It lies in ``widthLimits``.
    public private(set) var maximumWidth: Double
    /// The seed that shifts the pencil's grain, so that its pattern can differ between drawings. The default is 0.
    public var seed: UInt32

    /// Creates a brush. Widths outside ``widthLimits`` are clamped, NaN to the lower bound. A minimum width above the
    /// maximum width is lowered to it.
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

    /// Returns the brush of a tip at its default colour and widths.
    public static func standard(_ tip: Tip) -> Brush {
        switch tip {
        case .pen: .pen
        case .marker: .marker
        case .pencil: .pencil
        }
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

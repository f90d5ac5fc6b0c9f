// SPDX-License-Identifier: MIT

/// The measures of a passcode screen in points.
///
/// There are three full sets, chosen by the surface's shorter side. If there is less room, all measures shrink towards
/// one minimum set with keys of 44 points.
public struct KeypadMeasures: Hashable, Sendable {
    /// The side of a key. 44 is the minimum for a reliable touch target (Apple's Human Interface Guidelines; WCAG
    /// 2.5.5).
    public var keySide: Double
    /// The gap between two keys of a row.
    public var keyGapX: Double
    /// The gap between two rows of keys.
    public var keyGapY: Double
    /// The diameter of a mark.
    public var markSide: Double
    /// The gap between two marks.
    public var markGap: Double
    /// The gap between the title and the marks.
    public var titleGap: Double
    /// The width of the field that replaces the marks for a passcode of variable length.
    public var fieldWidth: Double
    /// The gap between the marks and the keys. A message appears in it and enlarges it if necessary.
    public var belowMarks: Double
    /// The font size of the title.
    public var titleSize: Double
    /// The font size of the digits on the keys.
    public var digitSize: Double
    /// The font size of the letters under the digits.
    public var letterSize: Double
    /// The side of the app's icon.
    public var iconSide: Double
    /// The margin around everything, inside the safe area.
    public var margin: Double
    /// The width of a title beside the keys. It grows up to 1.6 times if there is room.
    public var sideWidth: Double
    /// The gap between the title and the keys beside it. It grows up to 48 if there is room.
    public var sideGap: Double

    static var minimum: KeypadMeasures {
        KeypadMeasures(
            keySide: 44, keyGapX: 4, keyGapY: 4, markSide: 10, markGap: 8, titleGap: 4, fieldWidth: 112, belowMarks: 8,
            titleSize: 15,
            digitSize: 24, letterSize: 8, iconSide: 40, margin: 2, sideWidth: 100, sideGap: 12)
    }

    /// Returns the full measures for a surface whose shorter side is `shorterSide`.
    static func full(shorterSide: Double) -> KeypadMeasures {
        shorterSide >= 414 ? large : shorterSide >= 375 ? medium : small
    }

    private static var large: KeypadMeasures {
        KeypadMeasures(
            keySide: 81, keyGapX: 25, keyGapY: 20, markSide: 15.5, markGap: 30, titleGap: 30, fieldWidth: 240,
            belowMarks: 61,
            titleSize: 22, digitSize: 37.5, letterSize: 9, iconSide: 64, margin: 24, sideWidth: 250, sideGap: 35)
    }

    private static var medium: KeypadMeasures {
        KeypadMeasures(
            keySide: 75, keyGapX: 28, keyGapY: 15, markSide: 13.5, markGap: 26, titleGap: 26, fieldWidth: 240,
            belowMarks: 53,
            titleSize: 20, digitSize: 36.5, letterSize: 8.5, iconSide: 56, margin: 20, sideWidth: 185, sideGap: 16)
    }

    private static var small: KeypadMeasures {
        KeypadMeasures(
            keySide: 76, keyGapX: 20, keyGapY: 12.5, markSide: 12.5, markGap: 22, titleGap: 22, fieldWidth: 240,
            belowMarks: 44,
            titleSize: 17, digitSize: 35, letterSize: 9, iconSide: 56, margin: 16, sideWidth: 185, sideGap: 16)
    }

    /// Returns measures between these (`t` = 0) and `other` (`t` = 1). Keys and gaps are whole points.
    func interpolated(to other: KeypadMeasures, at t: Double) -> KeypadMeasures {
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        return KeypadMeasures(
            keySide: between(keySide, other.keySide).rounded(.down),
            keyGapX: between(keyGapX, other.keyGapX).rounded(.down),
            keyGapY: between(keyGapY, other.keyGapY).rounded(.down),
            markSide: between(markSide, other.markSide), markGap: between(markGap, other.markGap),
            titleGap: between(titleGap, other.titleGap), fieldWidth: between(fieldWidth, other.fieldWidth),
            belowMarks: between(belowMarks, other.belowMarks),
            titleSize: between(titleSize, other.titleSize), digitSize: between(digitSize, other.digitSize),
            letterSize: between(letterSize, other.letterSize), iconSide: between(iconSide, other.iconSide),
            margin: between(margin, other.margin), sideWidth: between(sideWidth, other.sideWidth),
            sideGap: between(sideGap, other.sideGap))
    }
}

/// The appearance of marks and fields in a `KeypadLayout`.
public enum PasscodeMetrics {
    /// The corner radius of a mark as a share of its side: slightly rounder than keys, but not round.
    public static var markCorner: Double { 0.3 }
    /// The side of the marks in a field of variable length, in points. Twelve marks fit into the narrowest field.
    public static var dotSide: Double { 9 }
    /// The gap between two of those marks in points.
    public static var dotGap: Double { 5 }
    /// The corner radius of a field in points.
    public static var fieldCorner: Double { 12 }
}

// SPDX-License-Identifier: MIT

/// The lengths of a passcode screen, in points.
///
/// The three full sets are those of the passcode screen that this one descends from, by the surface's shorter side, but for a
/// wider ``sideGap`` on the smallest. Where there is less room, all shrink to one smallest set, with keys of 44 points.
public struct KeypadMeasures: Hashable, Sendable {
    /// A key's side. 44 is the least that a finger hits reliably (Apple's Human Interface Guidelines; WCAG 2.5.5).
    public var keySide: Double
    /// Between two keys of a row.
    public var keyGapX: Double
    /// Between two rows of keys.
    public var keyGapY: Double
    /// A mark's diameter.
    public var markSide: Double
    /// Between two marks.
    public var markGap: Double
    /// Between the title and the marks.
    public var titleGap: Double
    /// The width of the field that stands for the marks where a passcode may have several lengths.
    public var fieldWidth: Double
    /// Between the marks and the keys. A message stands there, and pushes them further apart if it has to.
    public var belowMarks: Double
    /// The title's letters.
    public var titleSize: Double
    /// The digits on the keys.
    public var digitSize: Double
    /// The letters under the digits.
    public var letterSize: Double
    /// The app's icon.
    public var iconSide: Double
    /// Around everything, inside the safe area.
    public var margin: Double
    /// The title's width where it stands beside the keys; up to 1.6 times that where there is room.
    public var sideWidth: Double
    /// Between the title and the keys beside it; up to 48 where there is room.
    public var sideGap: Double

    static var minimum: KeypadMeasures {
        KeypadMeasures(
            keySide: 44, keyGapX: 4, keyGapY: 4, markSide: 10, markGap: 8, titleGap: 4, fieldWidth: 112, belowMarks: 8,
            titleSize: 15,
            digitSize: 24, letterSize: 8, iconSide: 40, margin: 2, sideWidth: 100, sideGap: 12)
    }

    /// The full lengths on a surface whose shorter side is `shorterSide`.
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

    /// Between these and `other`: these at `t` = 0, `other` at 1. Keys and gaps are whole points.
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

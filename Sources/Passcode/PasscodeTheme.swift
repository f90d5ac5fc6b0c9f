// SPDX-License-Identifier: MIT

/// The colours of a passcode screen. Apps start from one of four and change what they like.
///
/// Against every background it can lie on, text has a contrast of at least 4.5 : 1 and what has to be seen of controls and
/// marks of at least 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11); ``faults`` tells where a changed theme has not. The colours of the
/// opaque themes are those of InkLock's other screens.
public struct PasscodeTheme: Hashable, Sendable {
    /// Over everything behind the screen: opaque, or a tint over the blurred content.
    public var backdrop: ThemeColor
    /// How far what is behind is blurred, in points (the deviation of a Gaussian); 0 where nothing shows through.
    public var blur: Double
    /// The face of a key, over the backdrop.
    public var key: ThemeColor
    /// Around keys, empty marks and the field.
    public var edge: ThemeColor
    /// A key while it is pressed, filled buttons and the ring of the focus.
    public var accent: ThemeColor
    /// Text on the accent.
    public var onAccent: ThemeColor
    /// The title, the digits, buttons without a face and full marks.
    public var text: ThemeColor
    /// The letters under the digits and messages.
    public var quietText: ThemeColor
    /// Messages that say something did not work.
    public var warning: ThemeColor

    /// Dark on warm white, with nothing shining through.
    public static var opaqueLight: PasscodeTheme {
        PasscodeTheme(
            backdrop: ThemeColor(rgba: 0xF5F2_ECFF), blur: 0, key: ThemeColor(rgba: 0xFFFD_F9FF),
            edge: ThemeColor(rgba: 0x8B84_78FF), accent: ThemeColor(rgba: 0x2746_C7FF),
            onAccent: ThemeColor(rgba: 0xFFFF_FFFF), text: ThemeColor(rgba: 0x1F1C_18FF),
            quietText: ThemeColor(rgba: 0x5E57_4CFF), warning: ThemeColor(rgba: 0x9F24_1BFF))
    }

    /// Light on warm black, with nothing shining through.
    public static var opaqueDark: PasscodeTheme {
        PasscodeTheme(
            backdrop: ThemeColor(rgba: 0x1514_12FF), blur: 0, key: ThemeColor(rgba: 0x201E_1BFF),
            edge: ThemeColor(rgba: 0x857E_73FF), accent: ThemeColor(rgba: 0xA8B7_FFFF),
            onAccent: ThemeColor(rgba: 0x1115_2EFF), text: ThemeColor(rgba: 0xF1ED_E6FF),
            quietText: ThemeColor(rgba: 0xB7AF_A3FF), warning: ThemeColor(rgba: 0xFFB3_A7FF))
    }

    /// Darker lines and quiet text than on an opaque ground: black may lie behind.
    public static var translucentLight: PasscodeTheme {
        var theme = opaqueLight
        theme.backdrop = ThemeColor(rgba: 0xF5F2_ECD6)
        theme.blur = 30
        theme.key = ThemeColor(rgba: 0xFFFD_F999)
        theme.edge = ThemeColor(rgba: 0x6A63_58FF)
        theme.quietText = ThemeColor(rgba: 0x4A44_3BFF)
        theme.warning = ThemeColor(rgba: 0x8A1A_12FF)
        return theme
    }

    /// Lighter lines and quiet text than on an opaque ground: white may lie behind.
    public static var translucentDark: PasscodeTheme {
        var theme = opaqueDark
        theme.backdrop = ThemeColor(rgba: 0x1514_12CC)
        theme.blur = 30
        theme.key = ThemeColor(rgba: 0xFFFF_FF1A)
        theme.edge = ThemeColor(rgba: 0xB3AB_9FFF)
        theme.quietText = ThemeColor(rgba: 0xD6CF_C4FF)
        theme.warning = ThemeColor(rgba: 0xFFC9_C0FF)
        return theme
    }

    /// A pair of colours that has too little contrast.
    public enum Fault: Hashable, Sendable {
        /// The colour of that name in ``PasscodeTheme``, against what it lies on.
        case text, quietText, warning, edge, accent, onAccent
    }

    /// The least contrast of text, and of what shows where a control is.
    public static var textContrast: Double { 4.5 }
    /// The least contrast of the edges of controls and of marks (WCAG 2.2, 1.4.11).
    public static var controlContrast: Double { 3 }

    /// Which colours cannot be told well enough from what they lie on, whatever is behind the screen.
    public var faults: [Fault] {
        // What shines through lies between black and white, and so do all contrasts.
        let grounds = [backdrop.over(.black), backdrop.over(.white)]
        let faces = grounds.map { key.over($0) }
        func fails(_ color: ThemeColor, _ least: Double, on others: [ThemeColor]) -> Bool {
            others.contains { color.over($0).contrast(to: $0) < least }
        }
        var faults: [Fault] = []
        if fails(text, Self.textContrast, on: grounds + faces) { faults.append(.text) }
        if fails(quietText, Self.textContrast, on: grounds + faces) { faults.append(.quietText) }
        if fails(warning, Self.textContrast, on: grounds) { faults.append(.warning) }
        if fails(edge, Self.controlContrast, on: grounds) { faults.append(.edge) }
        if fails(accent, Self.controlContrast, on: grounds) { faults.append(.accent) }
        if fails(onAccent, Self.textContrast, on: grounds.map { accent.over($0) }) { faults.append(.onAccent) }
        return faults
    }
}

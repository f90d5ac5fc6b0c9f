// SPDX-License-Identifier: MIT

/// The colours of a passcode screen. Apps start from one of four themes and change individual colours.
///
/// On every possible background, text has a contrast of at least 4.5 : 1, and the visible parts of controls and marks
/// of at least 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11). ``contrastIssues`` reports where a changed theme violates this. The
/// colours of the opaque themes are those of InkLock's other screens.
public struct PasscodeTheme: Hashable, Sendable {
    /// The colour over everything behind the screen: opaque, or a tint over blurred content.
    public var backdrop: ThemeColor
    /// The blur radius of the content behind the screen in points (the standard deviation of a Gaussian), or 0 for an
    /// opaque backdrop.
    public var blur: Double
    /// The fill colour of a key, over the backdrop.
    public var key: ThemeColor
    /// The border colour of keys, empty marks and the field.
    public var edge: ThemeColor
    /// The colour of a pressed key, filled buttons and the focus ring.
    public var accent: ThemeColor
    /// The colour of text on the accent.
    public var onAccent: ThemeColor
    /// The colour of the title, the digits, buttons without a fill, and filled marks.
    public var text: ThemeColor
    /// The colour of messages and of the letters under the digits.
    public var quietText: ThemeColor
    /// The colour of error messages.
    public var warning: ThemeColor

    /// An opaque theme: dark on warm white.
    public static var opaqueLight: PasscodeTheme {
        PasscodeTheme(
            backdrop: ThemeColor(rgba: 0xF5F2_ECFF), blur: 0, key: ThemeColor(rgba: 0xFFFD_F9FF),
            edge: ThemeColor(rgba: 0x8B84_78FF), accent: ThemeColor(rgba: 0x2746_C7FF),
            onAccent: ThemeColor(rgba: 0xFFFF_FFFF), text: ThemeColor(rgba: 0x1F1C_18FF),
            quietText: ThemeColor(rgba: 0x5E57_4CFF), warning: ThemeColor(rgba: 0x9F24_1BFF))
    }

    /// An opaque theme: light on warm black.
    public static var opaqueDark: PasscodeTheme {
        PasscodeTheme(
            backdrop: ThemeColor(rgba: 0x1514_12FF), blur: 0, key: ThemeColor(rgba: 0x201E_1BFF),
            edge: ThemeColor(rgba: 0x857E_73FF), accent: ThemeColor(rgba: 0xA8B7_FFFF),
            onAccent: ThemeColor(rgba: 0x1115_2EFF), text: ThemeColor(rgba: 0xF1ED_E6FF),
            quietText: ThemeColor(rgba: 0xB7AF_A3FF), warning: ThemeColor(rgba: 0xFFB3_A7FF))
    }

    /// A translucent theme with darker lines and secondary text than the opaque one, because black may lie behind it.
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

    /// A translucent theme with lighter lines and secondary text than the opaque one, because white may lie behind it.
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

    /// A colour with too little contrast.
    public enum ContrastIssue: Hashable, Sendable {
        /// The colour of that name in ``PasscodeTheme``, against its background.
        case text, quietText, warning, edge, accent, onAccent
    }

    /// The minimum contrast of text, and of parts that identify a control.
    public static var textContrast: Double { 4.5 }
    /// The minimum contrast of the edges of controls and of marks (WCAG 2.2, 1.4.11).
    public static var controlContrast: Double { 3 }

    /// The colours with too little contrast against their backgrounds, whatever is behind the screen.
    public var contrastIssues: [ContrastIssue] {
        // The content behind lies between black and white, and so do all contrasts.
        let grounds = [backdrop.over(.black), backdrop.over(.white)]
        let faces = grounds.map { key.over($0) }
        func fails(_ color: ThemeColor, _ least: Double, on others: [ThemeColor]) -> Bool {
            others.contains { color.over($0).contrast(to: $0) < least }
        }
        var issues: [ContrastIssue] = []
        if fails(text, Self.textContrast, on: grounds + faces) { issues.append(.text) }
        if fails(quietText, Self.textContrast, on: grounds + faces) { issues.append(.quietText) }
        if fails(warning, Self.textContrast, on: grounds) { issues.append(.warning) }
        if fails(edge, Self.controlContrast, on: grounds) { issues.append(.edge) }
        if fails(accent, Self.controlContrast, on: grounds) { issues.append(.accent) }
        if fails(onAccent, Self.textContrast, on: grounds.map { accent.over($0) }) { issues.append(.onAccent) }
        return issues
    }
}

extension PasscodeTheme {
    /// The name of a theme to start from, for interfaces with other languages.
    package enum Name: CaseIterable { case opaqueLight, opaqueDark, translucentLight, translucentDark }

    /// Creates the theme with a name.
    package init(_ name: Name) {
        self =
            switch name {
            case .opaqueLight: .opaqueLight
            case .opaqueDark: .opaqueDark
            case .translucentLight: .translucentLight
            case .translucentDark: .translucentDark
            }
    }
}

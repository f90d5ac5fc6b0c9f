// SPDX-License-Identifier: MIT
import Testing

@testable import Passcode

@Suite struct PasscodeThemeTests {
    private static let themes: [PasscodeTheme] = [.opaqueLight, .opaqueDark, .translucentLight, .translucentDark]

    @Test("The contrast is that of WCAG") func contrastIsThatOfWCAG() {
        #expect(abs(ThemeColor.black.contrast(to: .white) - 21) < 1e-9)
        #expect(ThemeColor.white.contrast(to: .white) == 1)
        // Mid grey, 0x777777, is the best known of the colours that just fail on white, with 4.48 : 1.
        #expect(abs(ThemeColor(rgba: 0x7777_77FF).contrast(to: .white) - 4.478) < 0.001)
        #expect(ThemeColor(rgba: 0xFF00_0080).over(.white) == ThemeColor(rgba: 0xFF7F_7FFF))
    }

    /// Checks every grey and the pure colours as backgrounds, not only the two extremes of
    /// ``PasscodeTheme/contrastIssues``.
    @Test("Text is readable over any background", arguments: themes.indices) func textIsReadableOverAnyBackground(
        index: Int
    ) {
        let theme = Self.themes[index]
        #expect(theme.contrastIssues == [])
        let pure: [UInt32] = [0xFF00_00FF, 0x00FF_00FF, 0x0000_FFFF, 0xFFFF_00FF, 0x00FF_FFFF, 0xFF00_FFFF]
        for behind in (0...255 as ClosedRange<UInt32>).map({ $0 * 0x0101_0100 | 0xFF }) + pure {
            let ground = theme.backdrop.over(ThemeColor(rgba: behind))
            let face = theme.key.over(ground)
            for text in [theme.text, theme.quietText] {
                #expect(text.contrast(to: ground) >= 4.5 && text.contrast(to: face) >= 4.5)
            }
            #expect(theme.warning.contrast(to: ground) >= 4.5)
            #expect(theme.edge.contrast(to: ground) >= 3 && theme.accent.contrast(to: ground) >= 3)
        }
        #expect(theme.onAccent.contrast(to: theme.accent) >= 4.5)
    }

    @Test("Unreadable themes report contrast issues") func unreadableThemesReportIssues() {
        var theme = PasscodeTheme.opaqueLight
        theme.quietText = theme.backdrop
        theme.edge = theme.backdrop
        #expect(theme.contrastIssues == [.quietText, .edge])
        theme = .translucentDark
        theme.backdrop = ThemeColor(rgba: 0x1514_1240)
        #expect(theme.contrastIssues.contains(.text), "white behind a thin tint")
    }

    @Test("Only translucent themes show blurred content") func onlyTranslucentThemesShowBlurredContent() {
        #expect(Self.themes.map { $0.backdrop.alpha < 1 } == [false, false, true, true])
        for theme in Self.themes { #expect((theme.backdrop.alpha < 1) == (theme.blur >= 24)) }
    }
}

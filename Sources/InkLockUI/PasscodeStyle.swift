// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// What a passcode screen looks like by day and by night.
public struct PasscodeStyle: Hashable, Sendable {
    /// Colours by day.
    public var light: PasscodeTheme
    /// Colours by night.
    public var dark: PasscodeTheme

    /// - Parameters:
    ///   - light: colours by day.
    ///   - dark: colours by night; the light theme again if there is none.
    public init(_ light: PasscodeTheme, dark: PasscodeTheme? = nil) {
        self.light = light
        self.dark = dark ?? light
    }

    /// The content behind shows, blurred beyond reading.
    public static var translucent: PasscodeStyle { PasscodeStyle(.translucentLight, dark: .translucentDark) }
    /// Nothing of the content shows.
    public static var opaque: PasscodeStyle { PasscodeStyle(.opaqueLight, dark: .opaqueDark) }

    func theme(_ scheme: ColorScheme) -> PasscodeTheme { scheme == .dark ? dark : light }
}

extension PasscodeTheme {
    /// Whether something has to blur what is behind the screen.
    var isTranslucent: Bool { backdrop.alpha < 1 }
}

extension Color {
    init(_ color: ThemeColor) {
        let channel = { (shift: UInt32) in Double(color.rgba >> shift & 0xFF) / 255 }
        self.init(.sRGB, red: channel(24), green: channel(16), blue: channel(8), opacity: color.alpha)
    }
}

// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// The colours of a passcode screen in light and dark appearance.
public struct PasscodeStyle: Hashable, Sendable {
    /// The colours in light appearance.
    public var light: PasscodeTheme
    /// The colours in dark appearance.
    public var dark: PasscodeTheme

    /// Creates a style.
    /// - Parameters:
    ///   - light: The colours in light appearance.
    ///   - dark: The colours in dark appearance, or `nil` to use those of light appearance.
    public init(_ light: PasscodeTheme, dark: PasscodeTheme? = nil) {
        self.light = light
        self.dark = dark ?? light
    }

    /// A style that shows the content behind the screen, blurred until it is unreadable.
    public static var translucent: PasscodeStyle { PasscodeStyle(.translucentLight, dark: .translucentDark) }
    /// A style that hides the content behind the screen.
    public static var opaque: PasscodeStyle { PasscodeStyle(.opaqueLight, dark: .opaqueDark) }

    func theme(_ scheme: ColorScheme) -> PasscodeTheme { scheme == .dark ? dark : light }
}

extension PasscodeTheme {
    /// A Boolean value that indicates whether the content behind the screen must be blurred.
    var isTranslucent: Bool { backdrop.alpha < 1 }

    /// The appearance in which the system's own colours are legible on the backdrop.
    var colorScheme: ColorScheme { backdrop.luminance < text.luminance ? .dark : .light }
}

extension Color {
    init(_ color: ThemeColor) {
        let channel = { (shift: UInt32) in Double(color.rgba >> shift & 0xFF) / 255 }
        self.init(.sRGB, red: channel(24), green: channel(16), blue: channel(8), opacity: color.alpha)
    }
}

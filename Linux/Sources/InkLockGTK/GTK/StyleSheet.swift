// SPDX-License-Identifier: MIT
import CGTK
import InkStroke
import Passcode

/// The colours and shapes of InkLock's widgets, as rules of CSS for GTK. They follow the desktop's light or dark
/// appearance.
@MainActor public enum StyleSheet {
    private static var light = PasscodeTheme.opaqueLight
    private static var dark = PasscodeTheme.opaqueDark
    private static var provider: OpaquePointer?

    /// Sets the colours in light and dark appearance. Their backdrops are drawn without transparency, because the
    /// content behind a lock must not be visible.
    public static func use(light: PasscodeTheme, dark: PasscodeTheme) {
        (self.light, self.dark) = (light, dark)
        refresh()
    }

    /// The colours of the desktop's current appearance.
    public static var theme: PasscodeTheme { Appearance.shared.isDark ? dark : light }

    /// Adds the rules to the display, once.
    public static func load() {
        guard provider == nil, let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()!
        self.provider = OpaquePointer(provider)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        // It reads the change first.
        _ = Appearance.shared
        connect(UnsafeMutableRawPointer(adw_style_manager_get_default()!), property: "dark") { refresh() }
        refresh()
    }

    private static func refresh() {
        guard let provider else { return }
        let text = rules(theme)
        gtk_css_provider_load_from_data(UnsafeMutablePointer(provider), text, gssize(text.utf8.count))
    }

    private static func rules(_ theme: PasscodeTheme) -> String {
        let backdrop = theme.backdrop.opaque
        let paper = SignaturePaper.color.rgba
        return """
            .inklock { color: \(css(theme.text)); }
            .inklock-screen { background: \(css(backdrop)); color: \(css(theme.text)); }
            .inklock-title { font-weight: 600; }
            .inklock-quiet { color: \(css(theme.quietText)); }
            .inklock-message { color: \(css(theme.warning)); }
            .inklock-key, .inklock-plain, .inklock-main {
                background-image: none; box-shadow: none; text-shadow: none; outline-offset: 2px;
                transition: background-color 150ms, color 150ms;
            }
            .inklock-key {
                background-color: \(css(theme.key)); border: 1px solid \(css(theme.edge)); border-radius: 18px;
                color: \(css(theme.text)); font-weight: 400; padding: 0; min-width: 0; min-height: 0;
            }
            .inklock-key:hover { background-color: mix(\(css(theme.key)), \(css(theme.accent)), 0.06); }
            .inklock-key .letters { color: \(css(theme.quietText)); font-weight: 600; }
            .inklock-plain {
                background-color: transparent; border: none; border-radius: 12px; color: \(css(theme.text));
                font-weight: 400; padding: 0 12px; min-height: 44px; min-width: 20px;
            }
            .inklock-plain:hover { background-color: alpha(\(css(theme.text)), 0.06); }
            .inklock-plain:checked { background-color: alpha(\(css(theme.accent)), 0.16); }
            .inklock-choice > button {
                background: none; border-radius: 12px; box-shadow: none; color: \(css(theme.text)); font-weight: 400;
                min-height: 44px;
            }
            .inklock-choice > button:hover { background-color: alpha(\(css(theme.text)), 0.06); }
            .inklock-main {
                background-color: \(css(theme.accent)); border: none; border-radius: 12px;
                color: \(css(theme.onAccent)); font-weight: 600; padding: 0 20px; min-height: 44px;
            }
            .inklock-main:hover { background-color: mix(\(css(theme.accent)), \(css(theme.onAccent)), 0.08); }
            .inklock-main:disabled, .inklock-plain:disabled, .inklock-key:disabled { opacity: 0.45; }
            .inklock-key:active, .inklock-main:active {
                background-color: \(css(theme.accent)); color: \(css(theme.onAccent));
            }
            .inklock-key:active .letters { color: \(css(theme.onAccent)); }
            .inklock-key:focus-visible, .inklock-plain:focus-visible, .inklock-main:focus-visible,
            .inklock-picture:focus-visible {
                outline: 3px solid \(css(theme.accent));
            }
            .inklock-field {
                background-color: \(css(theme.key)); border: 1px solid \(css(theme.edge)); border-radius: 12px;
                box-shadow: none; color: \(css(theme.text)); min-height: 44px; padding: 0 12px;
                outline: 0 solid transparent; caret-color: \(css(theme.accent));
            }
            .inklock-field:focus-within { outline: 3px solid \(css(theme.accent)); outline-offset: 2px; }
            .inklock-paper {
                background-color: \(css(ThemeColor(rgba: paper))); border-radius: 12px;
                box-shadow: 0 0 0 1px alpha(\(css(theme.edge)), 0.55);
            }
            .inklock-paper:focus-visible { outline: 3px solid \(css(theme.accent)); outline-offset: 3px; }
            .inklock-picture { border-radius: 16px; }
            .inklock-meter trough { background-color: alpha(\(css(theme.edge)), 0.35); min-height: 6px; }
            .inklock-meter block.filled { background-color: \(css(theme.accent)); min-height: 6px; }
            """
    }

    private static func css(_ color: ThemeColor) -> String {
        let (red, green, blue) = (color.rgba >> 24, color.rgba >> 16 & 0xFF, color.rgba >> 8 & 0xFF)
        return "rgba(\(red),\(green),\(blue),\(color.alpha))"
    }
}

extension ThemeColor {
    /// The colour as GDK has it.
    var gdk: GdkRGBA {
        func channel(_ shift: UInt32) -> Float { Float(rgba >> shift & 0xFF) / 255 }
        return GdkRGBA(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
    }
}

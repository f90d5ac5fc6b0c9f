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
        let paper = ThemeColor(rgba: SignaturePaper.color.rgba)
        return """
            .inklock { color: \(theme.text.css); }
            .inklock-screen { background: \(backdrop.css); color: \(theme.text.css); }
            .inklock-title { font-weight: 600; }
            .inklock-quiet { color: \(theme.quietText.css); }
            .inklock-message { color: \(theme.warning.css); }
            .inklock-key, .inklock-plain, .inklock-main {
                background-image: none; box-shadow: none; text-shadow: none; outline-offset: 2px;
                transition: background-color 150ms, color 150ms;
            }
            .inklock-key {
                background-color: \(theme.key.css); border: 1px solid \(theme.edge.css); border-radius: 18px;
                color: \(theme.text.css); font-weight: 400; padding: 0; min-width: 0; min-height: 0;
            }
            .inklock-key:hover { background-color: mix(\(theme.key.css), \(theme.accent.css), 0.06); }
            .inklock-key .letters { color: \(theme.quietText.css); font-weight: 600; }
            .inklock-plain {
                background-color: transparent; border: none; border-radius: 12px; color: \(theme.text.css);
                font-weight: 400; padding: 0 12px; min-height: 44px; min-width: 20px;
            }
            .inklock-plain:hover { background-color: alpha(\(theme.text.css), 0.06); }
            .inklock-plain:checked { background-color: alpha(\(theme.accent.css), 0.16); }
            .inklock-choice > button {
                background: none; border-radius: 12px; box-shadow: none; color: \(theme.text.css); font-weight: 400;
                min-height: 44px;
            }
            .inklock-choice > button:hover { background-color: alpha(\(theme.text.css), 0.06); }
            .inklock-main {
                background-color: \(theme.accent.css); border: none; border-radius: 12px;
                color: \(theme.onAccent.css); font-weight: 600; padding: 0 20px; min-height: 44px;
            }
            .inklock-main:hover { background-color: mix(\(theme.accent.css), \(theme.onAccent.css), 0.08); }
            .inklock-main:disabled, .inklock-plain:disabled, .inklock-key:disabled { opacity: 0.45; }
            .inklock-key:active, .inklock-main:active {
                background-color: \(theme.accent.css); color: \(theme.onAccent.css);
            }
            .inklock-key:active .letters { color: \(theme.onAccent.css); }
            .inklock-key:focus-visible, .inklock-plain:focus-visible, .inklock-main:focus-visible,
            .inklock-picture:focus-visible {
                outline: 3px solid \(theme.accent.css);
            }
            .inklock-field {
                background-color: \(theme.key.css); border: 1px solid \(theme.edge.css); border-radius: 12px;
                box-shadow: none; color: \(theme.text.css); min-height: 44px; padding: 0 12px;
                outline: 0 solid transparent; caret-color: \(theme.accent.css);
            }
            .inklock-field:focus-within { outline: 3px solid \(theme.accent.css); outline-offset: 2px; }
            .inklock-paper {
                background-color: \(paper.css); border-radius: 12px;
                box-shadow: 0 0 0 1px alpha(\(theme.edge.css), 0.55);
            }
            .inklock-paper:focus-visible { outline: 3px solid \(theme.accent.css); outline-offset: 3px; }
            .inklock-picture { border-radius: 16px; }
            .inklock-meter trough { background-color: alpha(\(theme.edge.css), 0.35); min-height: 6px; }
            .inklock-meter block.filled { background-color: \(theme.accent.css); min-height: 6px; }
            """
    }
}

extension ThemeColor {
    /// The colour as CSS for GTK writes it.
    public var css: String { "rgba(\(rgba >> 24),\(rgba >> 16 & 0xFF),\(rgba >> 8 & 0xFF),\(alpha))" }

    /// The colour as GDK has it.
    var gdk: GdkRGBA {
        func channel(_ shift: UInt32) -> Float { Float(rgba >> shift & 0xFF) / 255 }
        return GdkRGBA(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import Ink
import InkLock
import InkLockGTK

/// The colours of the app in light and dark appearance: those of the lock's screens, and of its web pages.
@MainActor enum AppStyle {
    private static var provider: UnsafeMutablePointer<GtkCssProvider>?

    static func load() {
        guard provider == nil else { return }
        provider = gtk_css_provider_new()
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider!), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        connect(UnsafeMutableRawPointer(adw_style_manager_get_default()!), property: "dark") { refresh() }
        refresh()
    }

    private static func refresh() {
        let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
        let text = colors(isDark ? .opaqueDark : .opaqueLight, isDark ? dark : light) + rules
        gtk_css_provider_load_from_data(provider, text, gssize(text.utf8.count))
    }

    /// The colours that the lock's screens lack.
    private struct Colors {
        let sidebar, edge, good, selected: String
    }

    private static let light = Colors(sidebar: "#eceae6", edge: "#d9d3c7", good: "#2e7d4f", selected: "#fffdf9")
    private static let dark = Colors(sidebar: "#1a1917", edge: "#3a3631", good: "#7fcf9f", selected: "#2b2925")

    private static func colors(_ theme: PasscodeTheme, _ colors: Colors) -> String {
        let (window, card, text) = (theme.backdrop.css, theme.key.css, theme.text.css)
        let names = [
            ("window_bg_color", window), ("window_fg_color", text), ("view_bg_color", card), ("view_fg_color", text),
            ("headerbar_bg_color", window), ("headerbar_fg_color", text), ("headerbar_border_color", text),
            ("headerbar_backdrop_color", window), ("popover_bg_color", card), ("popover_fg_color", text),
            ("dialog_bg_color", window), ("dialog_fg_color", text), ("card_bg_color", card), ("card_fg_color", text),
            ("accent_color", theme.accent.css), ("accent_bg_color", theme.accent.css),
            ("accent_fg_color", theme.onAccent.css), ("notes_sidebar", colors.sidebar),
            ("notes_quiet", theme.quietText.css), ("notes_edge", colors.edge), ("notes_good", colors.good),
            ("notes_selected", colors.selected), ("notes_paper", ThemeColor(rgba: SignaturePaper.color.rgba).css),
        ]
        return names.map { "@define-color \($0) \($1);\n" }.joined()
    }

    private static let rules = """
        window.notes { background: @window_bg_color; color: @window_fg_color; font-size: 1.12em; }
        .notes headerbar { background: transparent; box-shadow: none; border: none; min-height: 56px; padding: 0 12px; }
        .notes-sidebar { background: @notes_sidebar; border-right: 1px solid @notes_edge; }
        .notes-name { font-weight: 700; font-size: 13pt; }
        .notes-quiet { color: @notes_quiet; }
        .notes-list { background: transparent; }
        .notes-list row { border-radius: 12px; padding: 10px 14px; margin: 2px 8px; transition: background 150ms; }
        .notes-list row:selected {
            background: @notes_selected; color: @window_fg_color; box-shadow: 0 1px 3px alpha(black, 0.12);
        }
        .notes-heading { font-weight: 700; }
        .notes-card {
            background: @card_bg_color; border: 1px solid @notes_edge; border-radius: 16px; padding: 32px 40px;
        }
        .notes-card textview, .notes-card textview text {
            background: transparent; color: @card_fg_color; font-size: 12.5pt;
        }
        .notes-title {
            background: none; border: none; box-shadow: none; outline: none; padding: 0; min-height: 44px;
            font-size: 19pt; font-weight: 700;
        }
        .notes-signature { border: 1px solid @notes_edge; border-radius: 12px; background: @notes_paper; }
        .notes-danger { color: @error_color; }
        .notes-state { font-size: 10pt; color: @notes_quiet; }
        .notes-state.saved { color: @notes_good; }
        .notes-code {
            font-family: monospace; font-size: 13pt; font-weight: 600; background: @card_bg_color;
            border: 1px solid @notes_edge; border-radius: 12px; padding: 16px 20px;
        }
        .notes-add { min-width: 44px; min-height: 44px; padding: 0; border-radius: 12px; }
        .notes-bar { border-top: 1px solid @notes_edge; padding: 6px; }
        .notes-tile { border-radius: 16px; padding: 0; background: @card_bg_color; }
        .notes-tile picture { border-radius: 16px; }
        .notes-large { font-size: 26pt; font-weight: 700; }
        searchbar, .notes-search { border-radius: 12px; min-height: 42px; background: alpha(@window_fg_color, 0.06); }
        """
}

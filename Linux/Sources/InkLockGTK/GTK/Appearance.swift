// SPDX-License-Identifier: MIT
import CGTK
import Observation

/// The desktop's settings for colours, text size and motion.
@MainActor @Observable package final class Appearance {
    package static let shared = Appearance()

    /// A Boolean value that indicates whether the desktop asks for dark colours.
    package private(set) var isDark = false
    /// A Boolean value that indicates whether the desktop asks for reduced motion.
    package private(set) var isMotionReduced = false
    /// The text size relative to the default, at least 1.
    package private(set) var textScale = 1.0

    private init() {
        let manager = adw_style_manager_get_default()!
        connect(UnsafeMutableRawPointer(manager), property: "dark") { [weak self] in self?.read() }
        guard let settings = gtk_settings_get_default() else { return }
        for property in ["gtk-enable-animations", "gtk-xft-dpi"] {
            connect(UnsafeMutableRawPointer(settings), property: property) { [weak self] in self?.read() }
        }
        read()
    }

    private func read() {
        isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
        guard let settings = gtk_settings_get_default() else { return }
        isMotionReduced = Self.integer("gtk-enable-animations", ink_type_boolean(), of: settings) == 0
        // In 1,024ths of a dot per inch. The default is 96.
        let resolution = Self.integer("gtk-xft-dpi", ink_type_int(), of: settings)
        textScale = resolution > 0 ? max(1, Double(resolution) / 1024 / 96) : 1
    }

    private static func integer(_ name: String, _ type: GType, of settings: OpaquePointer) -> Int32 {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_object_get_property(
            UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), name, &value)
        return type == ink_type_boolean() ? g_value_get_boolean(&value) : g_value_get_int(&value)
    }
}

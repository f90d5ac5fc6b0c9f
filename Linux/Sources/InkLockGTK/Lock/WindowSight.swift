// SPDX-License-Identifier: MIT
import CGTK
import CWaylandShell
import LockFlow

/// The reports of GTK and the display server about a window, from which its phase follows.
struct WindowSight: Hashable {
    /// The reports of a display server about windows that are out of sight.
    enum Report: Hashable, CaseIterable {
        /// It reports each of them.
        case sight
        /// It reports only which window has the focus.
        case focus
    }

    var isMapped = true
    /// A Boolean value that indicates whether the window, or one of the app's dialogs over it, has the focus.
    var isActive = false
    /// A Boolean value that indicates whether the owner's prompt goes on, which takes the focus although the owner
    /// stays.
    var showsPrompt = false
    /// The bits of `GdkToplevelState`.
    var state: UInt32 = 0
    var report = Report.sight

    static let minimised = GDK_TOPLEVEL_STATE_MINIMIZED.rawValue
    /// `GDK_TOPLEVEL_STATE_SUSPENDED`: minimised, on another workspace or behind other windows. GTK 4.12 sets it, on
    /// Wayland only, if the compositor does.
    static let suspended: UInt32 = 1 << 16

    var phase: WindowPhase {
        if isAway { return .background }
        if isActive { return .active }
        return state & Self.suspended != 0 || isLeft ? .background : .inactive
    }

    /// A Boolean value that indicates whether the window counts as out of sight only because it has lost the focus.
    var isLeft: Bool { report == .focus && !isAway && !isActive && !showsPrompt }

    private var isAway: Bool { !isMapped || state & Self.minimised != 0 }
}

extension WindowSight.Report {
    /// Returns what a display server reports.
    /// - Parameters:
    ///   - display: The name of the type of GDK's display.
    ///   - version: The major and the minor version of GTK.
    ///   - shell: The version of `xdg_wm_base` that a compositor of Wayland has.
    init(display: String, version: (UInt32, UInt32), shell: UInt32 = 0) {
        // On Wayland, GDK never reports that a window is minimised.
        switch display {
        case "GdkX11Display": self = .sight
        case "GdkWaylandDisplay" where version >= (4, 12) && shell >= 6: self = .sight
        default: self = .focus
        }
    }

    /// The reports of the display server of this process.
    @MainActor static let ofDisplay: Self = {
        guard let display = gdk_display_get_default() else { return .focus }
        let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
        let type = String(cString: g_type_name_from_instance(object))
        return Self(
            display: type, version: (gtk_get_major_version(), gtk_get_minor_version()),
            shell: inklock_shell_version(UnsafeMutableRawPointer(display)))
    }()
}

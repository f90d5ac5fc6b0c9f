// SPDX-License-Identifier: MIT
import CGTK
import InkLock
import LockFlow

/// A cover over the content of a window while the app is locked or the window is not in use.
///
///     let cover = LockCover(over: window, content: content, lock: lock)
///     adw_application_window_set_content(window, cover.widget)
///
/// Create a cover for each window, and keep it as long as the window. While the cover is shown, the content is not
/// drawn, cannot have the keyboard focus, and is hidden from assistive technologies. The app's other windows over this
/// one are hidden. A selection in the app cannot be pasted with the middle button.
///
/// The app's own dialogs over the window belong to the window. While one of them is in use, the window counts as in
/// use, and the cover hides all of them together. An `AdwDialog` (libadwaita 1.5) is not a separate window, and stays
/// above the cover. Use a `GtkWindow` that is transient for the window instead.
///
/// GTK's inspector, which shows and changes every widget, does not open while the cover is shown. An inspector that is
/// already open stays open, as with `GTK_DEBUG=interactive`.
///
/// The cover follows the window's focus and visibility, the session's lock and the machine's sleep (systemd-logind),
/// and the screen saver. Call `AppLock.promptShown()` before the app opens a window of another program, such as a file
/// chooser, and `AppLock.promptClosed()` afterwards.
@MainActor public final class LockCover: View {
    /// A closure that is called when the content is hidden (`true`) or shown (`false`).
    public var onChange: ((Bool) -> Void)?
    /// The lock.
    public let lock: AppLock
    private let window: Widget
    private let state: LockWindow
    private let content: Widget
    private let screen: LockScreen
    private let desktop: DesktopEvents
    /// The widget of the content that had the focus before the cover came.
    private var focused: WeakWidget?
    /// The windows over this one that the cover has hidden.
    private var hidden: [Widget] = []
    /// The phase that was last reported.
    private var phase = WindowPhase.inactive
    /// The connections to the window and to the list of all windows, which outlive the cover.
    private let connections = SignalConnections()
    /// The connection to the window's surface.
    private var surfaceState: SignalConnection?
    /// The app's other windows, whose focus is followed.
    private var followed: [Widget: SignalConnections] = [:]
    /// The connection that keeps GTK's inspector away from the window, whose content stays hidden after the cover's
    /// end.
    private let inspectorGuard = SignalConnections()
    private var leaving: Task<Void, Never>?
    /// A Boolean value that indicates whether a prompt goes on, which may wait without a dialog or show a window of the
    /// keyring.
    private var isPrompting = false
    /// The focus moves from a window to its dialog, or to the owner's prompt, in two steps.
    private static let focusDelay = Duration.milliseconds(100)

    /// Creates a cover.
    /// - Parameters:
    ///   - window: The window, a `GtkWindow`. It is covered immediately, before the vault is read.
    ///   - content: The content of the window.
    ///   - lock: The app's lock.
    ///   - options: The appearance of the cover.
    public init(over window: Widget, content: Widget, lock: AppLock, options: LockOptions = LockOptions()) {
        StyleSheet.load()
        self.window = window
        self.content = content
        self.lock = lock
        state = LockWindow(lock)
        screen = LockScreen(state, options)
        desktop = DesktopEvents()
        super.init(box(GTK_ORIENTATION_VERTICAL, spacing: 0, content.expanded(), screen.widget.expanded()))
        content.isVisible = false
        if Self.hasNoTitleBar(window) { gtk_box_prepend(screen.widget.cast(), Self.titleBar()) }
        state.onChange = { [weak self] in self?.update() }
        connections.add(connect(window, property: "is-active") { [weak self] in self?.report() })
        connections.add(connect(window, "map") { [weak self] _ in self?.followSurface() })
        connections.add(connect(window, "unmap") { [weak self] _ in self?.report() })
        let windows = UnsafeMutableRawPointer(gtk_window_get_toplevels()!)
        connections.add(connect(windows, "items-changed") { [weak self] _ in self?.followOthers() })
        inspectorGuard.add(keepInspectorAway(from: window))
        followOthers()
        desktop.onLock = { [weak self] in self?.state.deviceLocked() }
        desktop.cover = self
        desktop.follow()
        report()
    }

    /// Windows of libadwaita have their title bar in the content.
    private static func hasNoTitleBar(_ window: Widget) -> Bool {
        [adw_application_window_get_type(), adw_window_get_type()].contains {
            g_type_check_instance_is_a(window.cast(), $0) != 0
        }
    }

    /// Returns a rim by which the covered window can be moved and closed.
    private static func titleBar() -> Widget {
        let controls = gtk_window_controls_new(GTK_PACK_END)!.aligned(GTK_ALIGN_END).margins(12)
        let handle = gtk_window_handle_new()!
        gtk_window_handle_set_child(handle.opaque, controls)
        return handle
    }

    /// A Boolean value that indicates whether the display server reports windows that are out of sight. Where it does
    /// not, a window that loses the focus counts as out of sight, whatever `LockSettings.coversWhenInactive` says.
    public static var noticesMinimising: Bool { WindowSight.Report.ofDisplay == .sight }

    /// A Boolean value that indicates whether the content is hidden.
    public var isCovered: Bool { !content.isVisible }

    /// Changes the appearance.
    public func show(_ options: LockOptions) { screen.options = options }

    /// Ends the cover permanently, when its window closes. The content stays hidden.
    public func remove() {
        // A report would register the window with the lock again.
        unfollow()
        state.onChange = nil
        state.close()
        content.isVisible = false
        desktop.stop()
    }

    isolated deinit {
        unfollow()
        for other in hidden { g_object_unref(other) }
    }

    /// Ends the reports of the window and of the app's other windows.
    private func unfollow() {
        leaving?.cancel()
        connections.disconnect()
        surfaceState?.disconnect()
        followed = [:]
    }

    private func followSurface() {
        // A window that was hidden may have another surface.
        surfaceState?.disconnect()
        surfaceState = gtk_native_get_surface(window.opaque).map { surface in
            connect(UnsafeMutableRawPointer(surface), property: "state") { [weak self] in self?.report() }
        }
        report()
    }

    /// Reports the state of the window and of the dialogs over it. The loss of the focus may be reported later.
    private func report() {
        leaving?.cancel()
        let dialogs = dialogs()
        let sight = sight(with: dialogs)
        let movesToDialog = sight.phase == .inactive && !dialogs.isEmpty && !isCovered
        guard movesToDialog || sight.isLeft else { return report(sight.phase) }
        // Without the focus, a window is covered immediately, and has been left a moment later.
        if dialogs.isEmpty, phase == .active { report(.inactive) }
        leaving = Task { [weak self] in
            try? await Task.sleep(for: Self.focusDelay)
            guard let self, !Task.isCancelled else { return }
            self.report(self.sight(with: self.dialogs()).phase)
        }
    }

    private func report(_ new: WindowPhase) {
        phase = new
        state.scenePhaseChanged(new)
    }

    private func sight(with dialogs: [Widget]) -> WindowSight {
        var sight = WindowSight(
            isMapped: gtk_widget_get_mapped(window) != 0,
            isActive: ([window] + dialogs).contains { gtk_window_is_active($0.cast()) != 0 },
            showsPrompt: OwnerDialog.isShown || isPrompting, report: .ofDisplay)
        if let surface = gtk_native_get_surface(window.opaque) {
            sight.state = gdk_toplevel_get_state(surface).rawValue
        }
        return sight
    }

    /// Ignores a window's keys for GTK's inspector while the content is hidden.
    private func keepInspectorAway(from window: Widget) -> SignalConnection {
        connect(window, "enable-debugging") { [weak self] values in
            guard let self, self.isCovered else { return }
            g_signal_stop_emission_by_name(window, "enable-debugging")
            values.answer(true)
        }
    }

    /// Follows the focus of the app's other windows, and hides dialogs that appear over this one while it is covered.
    private func followOthers() {
        guard let windows = gtk_window_get_toplevels() else { return }
        var all: Set<Widget> = []
        for place in 0..<g_list_model_get_n_items(windows) {
            guard let item = g_list_model_get_item(windows, place) else { continue }
            all.insert(item.assumingMemoryBound(to: GtkWidget.self))
            g_object_unref(item)
        }
        all.remove(window)
        followed = followed.filter { all.contains($0.key) }
        for other in all where followed[other] == nil {
            followed[other] = SignalConnections(
                connect(other, property: "is-active") { [weak self] in self?.reportDialog() },
                connect(other, "map") { [weak self] _ in self?.reportDialog() },
                connect(other, "unmap") { [weak self] _ in self?.reportDialog() }, keepInspectorAway(from: other))
        }
    }

    private func reportDialog() {
        if isCovered { hideOthers() }
        report()
    }

    /// Returns the app's windows over this one, without the owner's prompt.
    private func dialogs() -> [Widget] {
        guard let windows = gtk_window_get_toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(windows)).compactMap { place in
            guard let item = g_list_model_get_item(windows, place) else { return nil }
            let other = item.assumingMemoryBound(to: GtkWidget.self)
            defer { g_object_unref(item) }
            guard other != window, other.isVisible, !OwnerDialog.isPrompt(other), isOver(other)
            else { return nil }
            return other
        }
    }

    /// Shows or hides the content to match the lock, before the next frame.
    private func update() {
        let prompts = if case .prompting = lock.snapshot.state { true } else { false }
        if prompts != isPrompting {
            // A window that was left during the prompt is reported now.
            isPrompting = prompts
            report()
        }
        let isCovered = state.isCovered
        guard isCovered == content.isVisible else {
            if isCovered { hideOthers() }
            return
        }
        if isCovered { focused = focus.map(WeakWidget.init) }
        content.isVisible = !isCovered
        screen.widget.isVisible = isCovered
        if isCovered {
            hideOthers()
            forgetSelection()
        } else {
            showOthers()
        }
        onChange?(isCovered)
        if !isCovered { restoreFocus() }
    }

    /// The widget of the content that has the focus in the window.
    private var focus: Widget? {
        guard let focus = gtk_window_get_focus(window.cast()), gtk_widget_is_ancestor(focus, content) != 0 else {
            return nil
        }
        return focus
    }

    /// Gives the focus back to where it was, unless the app has given it to something else.
    private func restoreFocus() {
        defer { focused = nil }
        guard focus == nil, let former = focused?.widget, gtk_widget_get_mapped(former) != 0,
            gtk_widget_is_ancestor(former, content) != 0
        else { return }
        // A field that takes the focus by itself would select its text.
        gtk_window_set_focus(window.cast(), former)
    }

    /// Clears the selection of the app, which the middle button could paste elsewhere.
    private func forgetSelection() {
        let selection = gtk_widget_get_primary_clipboard(window)
        if gdk_clipboard_is_local(selection) != 0 { gdk_clipboard_set_content(selection, nil) }
    }

    /// Hides the app's windows over this one, including those that have appeared since. The owner's prompt stays.
    private func hideOthers() {
        for other in dialogs() {
            hidden.append(other)
            g_object_ref(other)
            other.isVisible = false
        }
    }

    /// Returns a Boolean value that indicates whether a window is over this one, or over another that is.
    private func isOver(_ other: Widget) -> Bool {
        let own: UnsafeMutablePointer<GtkWindow> = window.cast()
        var below = gtk_window_get_transient_for(other.cast())
        while let one = below {
            if one == own { return true }
            below = gtk_window_get_transient_for(one)
        }
        return false
    }

    private func showOthers() {
        for other in hidden {
            // A window that was closed meanwhile is no longer in the list of windows.
            if gtk_window_get_transient_for(other.cast()) != nil { other.isVisible = true }
            g_object_unref(other)
        }
        hidden = []
    }
}

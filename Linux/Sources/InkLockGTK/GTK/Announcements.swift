// SPDX-License-Identifier: MIT
import CGTK
import Glibc

/// The announcements of a screen to assistive technologies: each message once, when it appears.
@MainActor final class Announcements<Message: Equatable> {
    private let announce: (String) -> Void
    private var last: Message?

    init(_ announce: @escaping (String) -> Void) { self.announce = announce }

    /// Announces a message, unless it is the one that was there before.
    /// - Parameters:
    ///   - message: The message, or `nil` if there is none.
    ///   - text: The message's text.
    func follow(_ message: Message?, _ text: @autoclosure () -> String) {
        let isNew = message != nil && message != last
        last = message
        if isNew { announce(text()) }
    }
}

/// GTK's function, which exists since GTK 4.14. Programs also start with an earlier GTK.
private enum GTKAnnouncement {
    typealias Function = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CUnsignedInt) -> Void
    static let function = dlsym(nil, "gtk_accessible_announce").map { unsafeBitCast($0, to: Function.self) }
    /// `GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM`.
    static let priority: CUnsignedInt = 1
}

extension UnsafeMutablePointer<GtkWidget> {
    /// Announces a text if the widget is shown in the window that is in use. Before GTK 4.14, assistive technologies
    /// learn of it from a label only.
    @MainActor func announce(_ text: String) {
        guard gtk_widget_get_mapped(self) != 0, let window = gtk_widget_get_ancestor(self, gtk_window_get_type()),
            gtk_window_is_active(window.cast()) != 0
        else { return }
        GTKAnnouncement.function?(opaque, text, GTKAnnouncement.priority)
    }
}

// SPDX-License-Identifier: MIT
import CGTK

/// A widget that may end meanwhile.
@MainActor final class WeakWidget {
    private let place = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)

    init(_ widget: Widget) {
        place.initialize(to: widget)
        g_object_add_weak_pointer(widget.cast(), place)
    }

    /// The widget; `nil` once it has ended.
    var widget: Widget? { place.pointee?.assumingMemoryBound(to: GtkWidget.self) }

    isolated deinit {
        if let widget { g_object_remove_weak_pointer(widget.cast(), place) }
        place.deallocate()
    }
}

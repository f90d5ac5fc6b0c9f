// SPDX-License-Identifier: MIT
import CGTK
import Observation

/// A part of a window: a widget with its behaviour.
///
/// Keep a view as long as its widget is shown. Without the view, the widget does not react.
@MainActor open class View {
    /// The widget to place in a window.
    public let widget: Widget

    /// Creates a view that keeps a widget.
    // Not of the package alone: the compiler then warns about each subclass (swiftlang/swift#92023).
    public init(_ widget: Widget) {
        self.widget = widget
        g_object_ref_sink(widget)
    }

    isolated deinit { g_object_unref(widget) }

    /// Calls a method now and after each change of the observable values that it reads, as long as the view exists.
    package func keepUpdated(_ update: @escaping @MainActor () -> Void) {
        withObservationTracking(update) { [weak self] in
            Task { @MainActor in self?.keepUpdated(update) }
        }
    }
}

// SPDX-License-Identifier: MIT
import CGTK

/// A callback for each frame of a widget, for animations.
@MainActor enum Frames {
    private final class Body {
        let call: @MainActor (Double) -> Bool
        init(_ call: @escaping @MainActor (Double) -> Bool) { self.call = call }
    }

    /// Calls `body` before each frame with the frame's time in seconds, until it returns `false`.
    static func follow(_ widget: Widget, _ body: @escaping @MainActor (Double) -> Bool) {
        gtk_widget_add_tick_callback(
            widget,
            { _, clock, data in
                nonisolated(unsafe) let body = Unmanaged<Body>.fromOpaque(data!).takeUnretainedValue()
                let seconds = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
                return MainActor.assumeIsolated { body.call(seconds) } ? 1 : 0
            }, Unmanaged.passRetained(Body(body)).toOpaque(),
            { data in Unmanaged<Body>.fromOpaque(data!).release() })
    }
}

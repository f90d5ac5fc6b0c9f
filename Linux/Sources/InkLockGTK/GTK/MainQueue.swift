// SPDX-License-Identifier: MIT
import CGTK
import Glibc

/// The main queue of libdispatch, on which the main actor runs, as a source of GLib's main loop.
public enum MainQueue {
    /// Lets the loop of `g_application_run` run the main actor's tasks. Call this method once, before the loop starts.
    @MainActor public static func join() { _ = source }

    @MainActor private static let source: guint = g_unix_fd_add(
        _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
        { handle, _, _ in
            // The queue signals again for work that arrives from here on.
            var count: UInt64 = 0
            _ = read(handle, &count, MemoryLayout<UInt64>.size)
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }, nil)
}

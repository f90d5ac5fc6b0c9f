// SPDX-License-Identifier: MIT
import CSecret

/// Ends calls of a bus that wait on another thread.
// Unchecked, because GLib's cancellables may be used from any thread.
final class BusCancellation: @unchecked Sendable {
    let pointer = g_cancellable_new()!

    /// Ends the calls in progress, and all later ones.
    func cancel() { g_cancellable_cancel(pointer) }

    deinit { g_object_unref(pointer) }
}

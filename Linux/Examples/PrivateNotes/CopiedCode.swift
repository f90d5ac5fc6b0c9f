// SPDX-License-Identifier: MIT
import CGTK
import Glibc
import InkLockGTK

/// The recovery code in the clipboard.
///
/// It outlives the screen that it was copied from, because the window is covered while the user pastes it elsewhere. A
/// clipboard manager may keep a copy of its own.
@MainActor enum CopiedCode {
    private static var copied: (clipboard: OpaquePointer, content: OpaquePointer)?
    private static var waiting: Task<Void, Never>?
    private static let lifetime = Duration.seconds(60)

    /// Copies a code for a minute.
    static func copy(_ code: String, to clipboard: OpaquePointer) {
        forget()
        var value = GValue()
        g_value_init(&value, ink_type_string())
        g_value_set_string(&value, code)
        let content = gdk_content_provider_new_for_value(&value)!
        g_value_unset(&value)
        gdk_clipboard_set_content(clipboard, content)
        copied = (clipboard, OpaquePointer(content))
        waiting = Task {
            try? await Task.sleep(for: lifetime)
            if !Task.isCancelled { forget() }
        }
    }

    /// Removes the code from the clipboard, unless something else was copied since.
    static func forget() {
        waiting?.cancel()
        guard let copied else { return }
        self.copied = nil
        if gdk_clipboard_get_content(copied.clipboard).map({ OpaquePointer($0) }) == copied.content {
            gdk_clipboard_set_content(copied.clipboard, nil)
        }
        g_object_unref(UnsafeMutableRawPointer(copied.content))
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK
import InkLockLinux
import LockFlow
import Passcode

/// A window with a lock, and a dialog of its own over it: DialogWindow FOLDER
///
/// It opens another dialog as soon as there is a file `open` in the folder, and writes the file `opened`. As soon as
/// there is a file `cover`, it covers and closes other windows, and writes to `handlers` how many handlers its window
/// and the list of windows have had before and after.
@main @MainActor enum DialogWindow {
    private static var cover: LockCover?
    private static let folder = CommandLine.arguments[1]

    static func main() {
        g_set_application_name("Dialog")
        let application = adw_application_new("com.example.DialogWindow", GApplicationFlags(rawValue: 0))!
        let object = UnsafeMutableRawPointer(application)
        MainQueue.join()
        connect(object, "activate") { _ in
            g_application_hold(object.assumingMemoryBound(to: GApplication.self))
            Task { await open(object.assumingMemoryBound(to: GtkApplication.self)) }
        }
        exit(g_application_run(object.assumingMemoryBound(to: GApplication.self), 1, CommandLine.unsafeArgv))
    }

    private static func open(_ application: UnsafeMutablePointer<GtkApplication>) async {
        // The app is covered without the focus, and locks later.
        let lock = AppLock(
            folder: folder + "/lock", parameters: .init(settings: LockSettings(graceSeconds: 600)))
        try? await lock.refresh()
        _ = try? await lock.setUp(passcode: SecretBytes("482957".utf8), kind: .sixDigits)
        let window = adw_application_window_new(application)!
        gtk_window_set_default_size(window.cast(), 700, 500)
        let content = box(
            GTK_ORIENTATION_VERTICAL, spacing: 20, label("Words of the window"),
            button("Open the dialog") { openDialog(over: window) })
        var options = LockOptions()
        options.footer = button("Help") {}.aligned(GTK_ALIGN_CENTER)
        let cover = LockCover(
            over: window, content: content.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER), lock: lock, options: options)
        self.cover = cover
        adw_application_window_set_content(window.cast(), cover.widget)
        gtk_window_present(window.cast())
        Task {
            while access(folder + "/open", F_OK) != 0 { try? await Task.sleep(for: .milliseconds(50)) }
            openDialog(over: window)
            _ = FileManager.default.createFile(atPath: folder + "/opened", contents: nil)
        }
        Task {
            while access(folder + "/cover", F_OK) != 0 { try? await Task.sleep(for: .milliseconds(50)) }
            await coverOthers(window, lock, application)
        }
    }

    /// Covers windows and closes them again, and tells how many handlers that leaves.
    private static func coverOthers(
        _ window: Widget, _ lock: AppLock, _ application: UnsafeMutablePointer<GtkApplication>
    ) async {
        let before = handlers(window)
        var during: [Int] = []
        for place in 0..<6 {
            let other = adw_application_window_new(application)!
            var cover: LockCover? = LockCover(over: other, content: label("Words of another window"), lock: lock)
            adw_application_window_set_content(other.cast(), cover?.widget)
            gtk_window_present(other.cast())
            try? await Task.sleep(for: .milliseconds(200))
            during = handlers(window)
            // A cover that is not removed ends with its last reference.
            if place % 2 == 0 { cover?.remove() }
            cover = nil
            gtk_window_destroy(other.cast())
            try? await Task.sleep(for: .milliseconds(200))
        }
        let counts = [before, during, handlers(window)].map { $0.map(String.init).joined(separator: " ") }
        let file = URL(filePath: folder + "/handlers")
        try? counts.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    /// Returns the numbers of handlers of the signals that a cover follows.
    private static func handlers(_ window: Widget) -> [Int] {
        let windows = UnsafeMutableRawPointer(gtk_window_get_toplevels()!)
        return [handlers(windows, "items-changed", g_list_model_get_type())]
            + ["notify", "map", "unmap", "enable-debugging"].map { handlers(window, $0, gtk_window_get_type()) }
    }

    private static func handlers(_ object: UnsafeMutableRawPointer, _ signal: String, _ type: GType) -> Int {
        let id = g_signal_lookup(signal, type)
        let mask = GSignalMatchType(rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
        // GLib finds one at a time, and the next one once that is blocked.
        var found: [gulong] = []
        while true {
            let handler = g_signal_handler_find(object, mask, id, 0, nil, nil, nil)
            guard handler != 0 else { break }
            g_signal_handler_block(object, handler)
            found.append(handler)
        }
        for handler in found { g_signal_handler_unblock(object, handler) }
        return found.count
    }

    private static func openDialog(over window: Widget) {
        let dialog = gtk_window_new()!
        gtk_window_set_transient_for(dialog.cast(), window.cast())
        gtk_window_set_child(dialog.cast(), label("Words of the dialog").margins(40))
        gtk_window_present(dialog.cast())
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK
import InkLockLinux
import LockFlow
import Passcode

/// A window with a lock, and a dialog of its own over it: DialogWindow FOLDER
///
/// It opens another dialog as soon as there is a file `open` in the folder, and writes the file `opened`.
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
            FileManager.default.createFile(atPath: folder + "/opened", contents: nil)
        }
    }

    private static func openDialog(over window: Widget) {
        let dialog = gtk_window_new()!
        gtk_window_set_transient_for(dialog.cast(), window.cast())
        gtk_window_set_child(dialog.cast(), label("Words of the dialog").margins(40))
        gtk_window_present(dialog.cast())
    }
}

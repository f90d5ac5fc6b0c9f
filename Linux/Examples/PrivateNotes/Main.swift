// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK

/// Private Notes: notes and signatures behind a lock. See `scripts/notes`.
@main @MainActor enum PrivateNotes {
    static let identifier = "com.example.PrivateNotes"
    private static var windows: [NotesWindow] = []

    static func main() {
        setlocale(LC_ALL, "")
        g_set_prgname(identifier)
        g_set_application_name("Private Notes")
        gtk_window_set_default_icon_name(identifier)
        let application = adw_application_new(identifier, GApplicationFlags(rawValue: 0))!
        let object = UnsafeMutableRawPointer(application)
        MainQueue.join()
        connect(object, "activate") { _ in activate(object.assumingMemoryBound(to: GtkApplication.self)) }
        exit(
            g_application_run(
                object.assumingMemoryBound(to: GApplication.self), CommandLine.argc, CommandLine.unsafeArgv))
    }

    private static func activate(_ application: UnsafeMutablePointer<GtkApplication>) {
        if let window = windows.first { return gtk_window_present(window.widget.cast()) }
        do {
            let window = NotesWindow(application, try Store())
            windows.append(window)
            gtk_window_present(window.widget.cast())
        } catch {
            FileHandle.standardError.write(Data("Private Notes: \(Words.shared.folderRefused)\n".utf8))
            exit(1)
        }
    }
}

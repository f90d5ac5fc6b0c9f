// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK
import InkLockLinux

/// Private Notes: notes and signatures behind a lock. See `scripts/notes`.
@main @MainActor enum PrivateNotes {
    static let identifier = "com.example.PrivateNotes"
    private static var windows: [NotesWindow] = []
    /// The window that says why the app does not start, while it is shown.
    private static var refusal: (window: Widget, reason: VaultError)?

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
        do throws(VaultError) {
            let window = NotesWindow(application, try Store())
            windows.append(window)
            gtk_window_present(window.widget.cast())
            closeRefusal()
        } catch {
            let text = error == .insecurePermissions ? Words.shared.folderRefused : Words.shared.folderFailed
            FileHandle.standardError.write(Data("Private Notes: \(text)\n".utf8))
            refuse(application, error, text)
        }
    }

    /// Closes the window of an earlier start that failed. Its owner has repaired the cause.
    private static func closeRefusal() {
        if let refusal { gtk_window_destroy(refusal.window.cast()) }
        refusal = nil
    }

    /// Says in a window why the app does not start.
    private static func refuse(
        _ application: UnsafeMutablePointer<GtkApplication>, _ reason: VaultError, _ explanation: String
    ) {
        if let refusal, refusal.reason == reason { return gtk_window_present(refusal.window.cast()) }
        StyleSheet.load()
        AppStyle.load()
        let words = Words.shared
        let window = adw_application_window_new(application)!.styled("notes")
        gtk_window_set_title(window.cast(), "Private Notes")
        gtk_window_set_default_size(window.cast(), 480, 360)
        let close = button(words.close, "inklock-main") { gtk_window_close(window.cast()) }
        let header = adw_header_bar_new()!
        adw_header_bar_set_title_widget(header.opaque, box(GTK_ORIENTATION_HORIZONTAL))
        let text = centred([
            label(words.folderRefusedTitle, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("title-2"),
            label(explanation).styled("notes-quiet"), close.aligned(GTK_ALIGN_CENTER),
        ])
        adw_application_window_set_content(window.cast(), box(GTK_ORIENTATION_VERTICAL, header, text))
        // There is no window with notes while this one is shown.
        connect(window, "close-request") { _ in exit(1) }
        gtk_window_present(window.cast())
        gtk_widget_grab_focus(close)
        closeRefusal()
        refusal = (window, reason)
    }
}

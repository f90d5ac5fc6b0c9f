// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import Ink
import InkLockGTK

/// A window with a signature pad, which writes what it received and painted after each stroke: SignatureWindow FOLDER
///
/// `ink.png` has the pixels that the engine renders from the samples, apart from the pad. `report.json` counts the
/// samples, and has the milliseconds of the processor that painting took after each event, and that each frame took.
@main @MainActor enum SignatureWindow {
    private struct Report: Encodable {
        var samples = 0
        var painting: [Double] = []
        var frames: [Double] = []
    }

    private static var report = Report()
    private static var pad: SignaturePad?
    private static var frameStart: gint64 = 0

    static func main() {
        g_set_application_name("Signature")
        let application = adw_application_new("com.example.SignatureWindow", GApplicationFlags(rawValue: 0))!
        let object = UnsafeMutableRawPointer(application)
        MainQueue.join()
        connect(object, "activate") { _ in open(object.assumingMemoryBound(to: GtkApplication.self)) }
        exit(g_application_run(object.assumingMemoryBound(to: GApplication.self), 1, CommandLine.unsafeArgv))
    }

    private static func open(_ application: UnsafeMutablePointer<GtkApplication>) {
        let pad = SignaturePad(showsTools: false)
        self.pad = pad
        pad.onPaint = { report.painting.append($0 * 1000) }
        pad.model.prediction = 0.016
        pad.model.onChange = { write(pad.model) }
        let window = gtk_application_window_new(application)!
        gtk_window_set_default_size(window.cast(), 900, 420)
        pad.widget.margins(24)
        gtk_window_set_child(window.cast(), pad.widget)
        gtk_window_present(window.cast())
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        connect(UnsafeMutableRawPointer(clock), "before-paint") { _ in frameStart = g_get_monotonic_time() }
        connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
            report.frames.append(Double(g_get_monotonic_time() - frameStart) / 1000)
        }
    }

    private static func write(_ model: SignatureModel) {
        let folder = URL(filePath: CommandLine.arguments[1])
        report.samples = model.sampleCount
        let drawing = model.drawing
        let rendering = Rendering(background: SignaturePaper.background(drawing.size, scale: 1))
        // The driver of the test sees that a file is missing.
        guard let bitmap = try? rendering.bitmap(drawing), let image = try? PNGImage(bitmap).encoded() else { return }
        try? Data(image).write(to: folder.appending(path: "ink.png"), options: .atomic)
        try? JSONEncoder().encode(report).write(to: folder.appending(path: "report.json"), options: .atomic)
    }
}

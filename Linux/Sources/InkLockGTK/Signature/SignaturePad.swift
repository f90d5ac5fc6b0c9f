// SPDX-License-Identifier: MIT
import CGTK
import InkGeometry
import InkRaster
import InkStroke

/// A widget for signing. It shows the engine's pixels, and uses every sample that fingers, pens and mice report.
///
///     let pad = SignaturePad()
///     pad.sheet.onChange = { save(pad.sheet.drawing) }
///     gtk_box_append(box, pad.widget)
///
/// Buttons below the pad undo, redo, clear, and write a typed name. In the pad, Return opens the field for the name,
/// and Control-Z and Shift-Control-Z undo and redo.
@MainActor public final class SignaturePad: View {
    /// The sheet to sign on.
    public let sheet: SignatureModel
    private let surface: SignatureSurface
    private let typing: TypedSignature
    private let undo: Widget
    private let redo: Widget
    private let clear: Widget

    /// Creates a pad.
    /// - Parameters:
    ///   - sheet: The sheet to sign on.
    ///   - showsTools: A Boolean value that indicates whether there are buttons below the pad.
    public init(sheet: SignatureModel = SignatureModel(), showsTools: Bool = true) {
        StyleSheet.load()
        self.sheet = sheet
        surface = SignatureSurface(sheet)
        undo = button(Wording.undo, "inklock-plain") { sheet.undo() }
        redo = button(Wording.redo, "inklock-plain") { sheet.redo() }
        clear = button(Wording.clear, "inklock-plain") { sheet.clear() }
        typing = TypedSignature(sheet)
        let tools = box(GTK_ORIENTATION_HORIZONTAL, spacing: 4, undo, redo, clear)
        gtk_box_append(tools.cast(), typing.opener)
        gtk_widget_set_hexpand(typing.opener, 1)
        typing.opener.aligned(GTK_ALIGN_END)
        surface.widget.expanded()
        super.init(
            box(GTK_ORIENTATION_VERTICAL, spacing: 8, surface.widget, tools, typing.widget))
        widget.styled("inklock")
        tools.isVisible = showsTools
        surface.onReturn = { [weak self] in if showsTools { self?.typing.open() } }
        keepUpdated { [weak self] in self?.update() }
    }

    /// A closure that receives the seconds of the processor that painting took after each event, for measurements.
    package var onPaint: ((Double) -> Void)? {
        get { surface.onPaint }
        set { surface.onPaint = newValue }
    }

    /// The widget that shows the ink, without the tools.
    public var ink: Widget { surface.widget }

    private func update() {
        undo.isEnabled = sheet.canUndo
        redo.isEnabled = sheet.canRedo
        clear.isEnabled = sheet.strokeCount > 0
        surface.sheetChanged()
    }
}

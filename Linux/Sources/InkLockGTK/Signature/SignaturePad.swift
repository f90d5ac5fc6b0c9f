// SPDX-License-Identifier: MIT
import CGTK
import InkGeometry
import InkRaster
import InkStroke

/// A widget for signing. It shows the engine's pixels, and uses every sample that fingers, pens and mice report.
///
///     let pad = SignaturePad()
///     pad.model.onChange = { save(pad.model.drawing) }
///     gtk_box_append(box, pad.widget)
///
/// Buttons below the pad undo, redo, clear, and write a typed name. In the pad, Return opens the field for the name,
/// and Control-Z and Shift-Control-Z undo and redo.
@MainActor public final class SignaturePad: View {
    /// The model of the signature.
    public let model: SignatureModel
    private let surface: SignatureSurface
    private let typing: TypedSignature
    private let undo: Widget
    private let redo: Widget
    private let clear: Widget

    /// Creates a pad.
    /// - Parameters:
    ///   - model: The model of the signature.
    ///   - showsTools: A Boolean value that indicates whether there are buttons below the pad.
    public init(model: SignatureModel = SignatureModel(), showsTools: Bool = true) {
        StyleSheet.load()
        self.model = model
        surface = SignatureSurface(model)
        undo = button(Wording.undo, "inklock-plain") { model.undo() }
        redo = button(Wording.redo, "inklock-plain") { model.redo() }
        clear = button(Wording.clear, "inklock-plain") { model.clear() }
        typing = TypedSignature(model)
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

    /// A closure that receives the processor time of painting, in seconds, after each event. For measurements.
    package var onPaint: ((Double) -> Void)? {
        get { surface.onPaint }
        set { surface.onPaint = newValue }
    }

    /// The widget that shows the ink, without the tools.
    public var ink: Widget { surface.widget }

    private func update() {
        undo.isEnabled = model.canUndo
        redo.isEnabled = model.canRedo
        clear.isEnabled = model.canClear
        surface.modelChanged()
    }
}

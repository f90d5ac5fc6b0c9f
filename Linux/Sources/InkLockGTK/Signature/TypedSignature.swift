// SPDX-License-Identifier: MIT
import CGTK
import InkHandwriting

/// A field in which a name is typed instead of drawn. The engine writes it in handwriting.
@MainActor final class TypedSignature: View {
    /// The button that shows the field.
    let opener: Widget
    private let model: SignatureModel
    private let field: Widget
    private let message: Widget

    init(_ model: SignatureModel) {
        self.model = model
        field = gtk_entry_new()!
        field.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.typedName)
        gtk_entry_set_placeholder_text(field.cast(), Wording.typedName)
        gtk_entry_set_max_length(field.cast(), Int32(Handwriting.characterLimit))
        message = label(role: GTK_ACCESSIBLE_ROLE_STATUS, justify: GTK_JUSTIFY_LEFT).styled("inklock-message")
        message.isVisible = false
        opener = gtk_toggle_button_new_with_label(Wording.typeInstead)!.styled("inklock-plain")
        super.init(
            box(
                GTK_ORIENTATION_VERTICAL, spacing: 8,
                box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, field.expanded(vertically: false))))
        gtk_box_append(widget.cast(), message)
        widget.isVisible = false
        let write = button(Wording.write, "inklock-main") { [weak self] in self?.write() }
        gtk_box_append(gtk_widget_get_first_child(widget)!.cast(), write)
        connect(field, "activate") { [weak self] _ in self?.write() }
        connect(opener, "toggled") { [weak self] _ in self?.toggle() }
    }

    /// Shows the field.
    func open() { gtk_toggle_button_set_active(opener.cast(), 1) }

    private func toggle() {
        widget.isVisible = gtk_toggle_button_get_active(opener.cast()) != 0
        if widget.isVisible { gtk_widget_grab_focus(field) }
    }

    private func write() {
        let words = model.writeTyped(String(cString: gtk_editable_get_text(field.opaque)))
        message.isVisible = words != nil
        if let words { show(words, on: message) }
    }
}

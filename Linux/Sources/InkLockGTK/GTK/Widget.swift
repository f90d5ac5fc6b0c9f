// SPDX-License-Identifier: MIT
import CGTK

/// A widget of GTK.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
    /// The same widget as a pointer to a type that Swift imports without its fields.
    package var opaque: OpaquePointer { OpaquePointer(self) }
    /// Returns the same widget as the type that a function takes.
    package func cast<Type>(to type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }

    package var isVisible: Bool {
        get { gtk_widget_get_visible(self) != 0 }
        nonmutating set { if newValue != isVisible { gtk_widget_set_visible(self, newValue ? 1 : 0) } }
    }

    package var isEnabled: Bool {
        get { gtk_widget_get_sensitive(self) != 0 }
        nonmutating set { gtk_widget_set_sensitive(self, newValue ? 1 : 0) }
    }

    /// Adds classes of the style sheet.
    @discardableResult package func styled(_ classes: String...) -> Self {
        for one in classes { gtk_widget_add_css_class(self, one) }
        return self
    }

    /// Adds or removes a class of the style sheet.
    package func style(_ name: String, _ isThere: Bool) {
        if isThere { gtk_widget_add_css_class(self, name) } else { gtk_widget_remove_css_class(self, name) }
    }

    @discardableResult package func expanded(horizontally: Bool = true, vertically: Bool = true) -> Self {
        if horizontally { gtk_widget_set_hexpand(self, 1) }
        if vertically { gtk_widget_set_vexpand(self, 1) }
        return self
    }

    @discardableResult package func aligned(_ horizontal: GtkAlign? = nil, _ vertical: GtkAlign? = nil) -> Self {
        if let horizontal { gtk_widget_set_halign(self, horizontal) }
        if let vertical { gtk_widget_set_valign(self, vertical) }
        return self
    }

    @discardableResult package func margins(_ points: Int32) -> Self {
        gtk_widget_set_margin_top(self, points)
        gtk_widget_set_margin_bottom(self, points)
        gtk_widget_set_margin_start(self, points)
        gtk_widget_set_margin_end(self, points)
        return self
    }

    /// Sets a property whose value is a text.
    package func set(_ property: String, _ text: String) {
        var value = GValue()
        g_value_init(&value, ink_type_string())
        g_value_set_string(&value, text)
        g_object_set_property(cast(to: GObject.self), property, &value)
        g_value_unset(&value)
    }

    /// Sets a text that assistive technologies read.
    package func describe(_ property: GtkAccessibleProperty, _ text: String) {
        var value = GValue()
        g_value_init(&value, ink_type_string())
        g_value_set_string(&value, text)
        var property = property
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }

    /// Calls `body` when a button is pressed, with the pointer or from the keyboard.
    @MainActor @discardableResult package func onClick(_ body: @escaping @MainActor () -> Void) -> Self {
        connect(self, "clicked") { _ in body() }
        return self
    }
}

/// Returns a box with widgets one below the other, or side by side.
@MainActor package func box(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: Widget?...) -> Widget {
    let box = gtk_box_new(orientation, spacing)!
    for child in children { if let child { gtk_box_append(box.cast(), child) } }
    return box
}

/// Returns a label whose lines wrap.
@MainActor package func label(
    _ text: String = "", role: GtkAccessibleRole? = nil, justify: GtkJustification = GTK_JUSTIFY_CENTER
) -> Widget {
    let label = make(gtk_label_get_type(), role: role)
    gtk_label_set_text(label.opaque, text)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_justify(label.opaque, justify)
    gtk_label_set_xalign(label.opaque, justify == GTK_JUSTIFY_CENTER ? 0.5 : 0)
    return label
}

/// Returns a label of one line. Text that does not fit is cut off at the end.
@MainActor package func line(
    _ text: String = "", role: GtkAccessibleRole? = nil, justify: GtkJustification = GTK_JUSTIFY_CENTER
) -> Widget {
    let line = label(text, role: role, justify: justify)
    gtk_label_set_wrap(line.opaque, 0)
    gtk_label_set_ellipsize(line.opaque, PANGO_ELLIPSIZE_END)
    return line
}

/// Returns a button with a text.
@MainActor package func button(
    _ text: String, _ classes: String..., action: @escaping @MainActor () -> Void
) -> Widget {
    let button = gtk_button_new_with_label(text)!.onClick(action)
    for one in classes { button.styled(one) }
    return button
}

/// Creates a widget, with a role for assistive technologies that differs from its type's.
@MainActor package func make(_ type: GType, role: GtkAccessibleRole? = nil) -> Widget {
    guard let role else {
        return UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil)!)
            .assumingMemoryBound(to: GtkWidget.self)
    }
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, Int32(role.rawValue))
    defer { g_value_unset(&value) }
    return "accessible-role".withCString { name in
        var name: UnsafePointer<CChar>? = name
        return UnsafeMutableRawPointer(g_object_new_with_properties(type, 1, &name, &value)!)
            .assumingMemoryBound(to: GtkWidget.self)
    }
}

/// Sets the text of a label and, if given, its size in pixels and its weight.
@MainActor package func show(_ text: String, on label: Widget, size: Double? = nil, isBold: Bool = false) {
    if String(cString: gtk_label_get_text(label.opaque)) != text { gtk_label_set_text(label.opaque, text) }
    guard let size else { return }
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_size_new_absolute(Int32(size * Double(PANGO_SCALE))))
    if isBold { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_SEMIBOLD)) }
    gtk_label_set_attributes(label.opaque, attributes)
    pango_attr_list_unref(attributes)
}

/// A widget that may end meanwhile.
@MainActor final class WeakWidget {
    private let place = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)

    init(_ widget: Widget) {
        place.initialize(to: widget)
        g_object_add_weak_pointer(widget.cast(), place)
    }

    /// The widget; `nil` once it has ended.
    var widget: Widget? { place.pointee?.assumingMemoryBound(to: GtkWidget.self) }

    isolated deinit {
        if let widget { g_object_remove_weak_pointer(widget.cast(), place) }
        place.deallocate()
    }
}

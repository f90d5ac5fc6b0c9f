// SPDX-License-Identifier: MIT
import CGTK
import InkGeometry

/// The content of a ``Surface``, which draws it and places its children.
@MainActor protocol SurfaceContent: AnyObject {
    /// Draws below the children.
    func draw(on snapshot: OpaquePointer, size: InkSize)
    /// Places the children.
    func place(in size: InkSize)
    /// Returns the least and the preferred size in points.
    func measure() -> (least: InkSize, preferred: InkSize)
}

extension SurfaceContent {
    func draw(on snapshot: OpaquePointer, size: InkSize) {}
    func place(in size: InkSize) {}
}

/// A widget that Swift code draws and lays out.
@MainActor enum Surface {
    /// Creates a widget.
    /// - Parameters:
    ///   - content: The content of the widget. It owns the widget, and calls ``release(_:)`` before it ends.
    ///   - role: The role for assistive technologies.
    static func make(_ role: GtkAccessibleRole) -> Widget { InkLockGTK.make(type, role: role) }

    /// Connects a widget with its content, until ``release(_:)``.
    static func attach(_ content: some SurfaceContent, to widget: Widget) {
        g_object_set_data(widget.cast(to: GObject.self), key, Unmanaged.passUnretained(content as AnyObject).toOpaque())
    }

    static func release(_ widget: Widget) { g_object_set_data(widget.cast(to: GObject.self), key, nil) }

    /// Places a child at a frame in the widget's points.
    static func place(_ child: Widget, at frame: InkRect) {
        guard child.isVisible, gtk_widget_get_parent(child) != nil else { return }
        var least: Int32 = 0
        // GTK warns about a widget that was never measured.
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
        let width = max(least, Int32(frame.width.rounded()))
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &least, nil, nil, nil)
        var allocation = GtkAllocation(
            x: Int32((frame.minX + (frame.width - Double(width)) / 2).rounded()), y: Int32(frame.minY.rounded()),
            width: width, height: max(least, Int32(frame.height.rounded())))
        gtk_widget_size_allocate(child, &allocation, -1)
    }

    private static let key = "inklock-content"

    fileprivate static func content(of widget: Widget) -> (any SurfaceContent)? {
        g_object_get_data(widget.cast(to: GObject.self), key)
            .map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as! any SurfaceContent }
    }

    private static let type: GType = {
        var info = GTypeInfo()
        info.class_size = guint16(MemoryLayout<GtkWidgetClass>.size)
        info.instance_size = guint16(MemoryLayout<GtkWidget>.size)
        info.class_init = { type, _ in
            let methods = type!.assumingMemoryBound(to: GtkWidgetClass.self)
            methods.pointee.parent_class.dispose = { object in
                let widget = UnsafeMutableRawPointer(object!).assumingMemoryBound(to: GtkWidget.self)
                while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
                let parent = g_type_class_peek(gtk_widget_get_type())!.assumingMemoryBound(to: GObjectClass.self)
                parent.pointee.dispose(object)
            }
            methods.pointee.snapshot = { widget, snapshot in
                nonisolated(unsafe) let (widget, snapshot) = (widget!, snapshot!)
                MainActor.assumeIsolated { Surface.draw(widget, on: snapshot) }
            }
            methods.pointee.size_allocate = { widget, width, height, _ in
                nonisolated(unsafe) let widget = widget!
                MainActor.assumeIsolated {
                    Surface.content(of: widget)?.place(in: InkSize(width: Double(width), height: Double(height)))
                }
            }
            methods.pointee.measure = { widget, orientation, _, least, preferred, _, _ in
                nonisolated(unsafe) let widget = widget!
                let sizes = MainActor.assumeIsolated { Surface.content(of: widget)?.measure() }
                let isWidth = orientation == GTK_ORIENTATION_HORIZONTAL
                func side(_ size: InkSize?) -> Int32 {
                    Int32(((isWidth ? size?.width : size?.height) ?? 0).rounded(.up))
                }
                least?.pointee = side(sizes?.least)
                preferred?.pointee = max(side(sizes?.least), side(sizes?.preferred))
            }
        }
        return g_type_register_static(gtk_widget_get_type(), "InkLockSurface", &info, GTypeFlags(rawValue: 0))
    }()

    private static func draw(_ widget: Widget, on snapshot: OpaquePointer) {
        let size = InkSize(
            width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
        content(of: widget)?.draw(on: snapshot, size: size)
        var child = gtk_widget_get_first_child(widget)
        while let shown = child {
            gtk_widget_snapshot_child(widget, shown, snapshot)
            child = gtk_widget_get_next_sibling(shown)
        }
    }
}

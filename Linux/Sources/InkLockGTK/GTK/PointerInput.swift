// SPDX-License-Identifier: MIT
import CGTK
import Glibc
import InkGeometry
import InkStroke

/// A touch: a finger, or a pen or mouse that is pressed.
struct PointerTouch: Hashable {
    /// A number that no other touch at the same time has.
    let id: UInt
    let kind: PalmGuard.Pointer
}

/// A receiver of touches. Samples are in the widget's points, and in seconds of GLib's monotonic clock.
@MainActor protocol PointerReceiver: AnyObject {
    func begin(_ touch: PointerTouch, _ sample: StrokePoint)
    /// Receives every sample that the display server reported since the last call, oldest first.
    func move(_ touch: PointerTouch, _ samples: [StrokePoint])
    func end(_ touch: PointerTouch, _ sample: StrokePoint)
    /// The system took the touch away.
    func cancel(_ touch: PointerTouch, at time: Double)
    /// A pen is above the widget.
    func report(_ kind: PalmGuard.Pointer, at time: Double)
}

/// The events of fingers, pens and the mouse on a widget.
///
/// GTK delivers one motion a frame, with the history of those between. All of them are passed on.
@MainActor final class PointerInput {
    private let touches: TouchesInProgress
    private let widget: Widget
    private var pressed: PointerTouch?

    /// Follows the events of a widget that outlives this value.
    init(_ widget: Widget, for receiver: some PointerReceiver) {
        self.widget = widget
        touches = TouchesInProgress(receiver)
        let controller = gtk_event_controller_legacy_new()!
        connect(UnsafeMutableRawPointer(controller), "event") { [weak self] values in
            guard let self, let event = values.pointer(1) else { return values.answer(false) }
            values.answer(self.follow(event))
        }
        gtk_widget_add_controller(widget, controller)
        connect(widget, "unmap") { [weak self] _ in self?.forgetTouches() }
    }

    /// Cancels the touches, whose ends arrive no more: a cover hides the widget, for example.
    private func forgetTouches() {
        pressed = nil
        touches.cancelAll(at: Double(g_get_monotonic_time()) / 1_000_000)
    }

    private func follow(_ event: OpaquePointer) -> Bool {
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS: return press(event)
        case GDK_MOTION_NOTIFY: return moveTo(event)
        case GDK_BUTTON_RELEASE: return release(event)
        case GDK_TOUCH_BEGIN:
            sample(event).map { touches.begin(finger(event), $0) }
        case GDK_TOUCH_UPDATE:
            // GDK keeps no history of touches.
            sample(event).map { touches.move(finger(event), [$0]) }
        case GDK_TOUCH_END:
            sample(event).map { touches.end(finger(event), $0) }
        case GDK_TOUCH_CANCEL: touches.cancel(finger(event), at: time(gdk_event_get_time(event)))
        case GDK_PROXIMITY_IN, GDK_PROXIMITY_OUT: touches.report(kind(event), at: time(gdk_event_get_time(event)))
        default: return false
        }
        return true
    }

    private func press(_ event: OpaquePointer) -> Bool {
        guard gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY, pressed == nil,
            gdk_event_get_pointer_emulated(event) == 0, let sample = sample(event)
        else { return false }
        let touch = PointerTouch(id: 0, kind: kind(event))
        pressed = touch
        gtk_widget_grab_focus(widget)
        touches.begin(touch, sample)
        return true
    }

    private func moveTo(_ event: OpaquePointer) -> Bool {
        guard gdk_event_get_pointer_emulated(event) == 0 else { return false }
        guard let pressed else {
            touches.report(kind(event), at: time(gdk_event_get_time(event)))
            return false
        }
        touches.move(pressed, samples(event))
        return true
    }

    private func release(_ event: OpaquePointer) -> Bool {
        guard let touch = pressed, gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY else { return false }
        pressed = nil
        if let sample = sample(event) { touches.end(touch, sample) }
        return true
    }

    private func finger(_ event: OpaquePointer) -> PointerTouch {
        // A sequence is a pointer that only serves as a number. Zero is the pen's or mouse's.
        PointerTouch(id: UInt(bitPattern: gdk_event_get_event_sequence(event)), kind: .finger)
    }

    private func kind(_ event: OpaquePointer) -> PalmGuard.Pointer {
        if gdk_event_get_device_tool(event) != nil { return .pen }
        guard let device = gdk_event_get_device(event) else { return .mouse }
        switch gdk_device_get_source(device) {
        case GDK_SOURCE_PEN: return .pen
        case GDK_SOURCE_TOUCHSCREEN: return .finger
        default: return .mouse
        }
    }

    // MARK: Samples

    /// Returns the samples of a motion, with those between this event and the last one.
    private func samples(_ event: OpaquePointer) -> [StrokePoint] {
        var count: guint = 0
        let history = gdk_event_get_history(event, &count)
        defer { g_free(history) }
        var samples: [StrokePoint] = []
        samples.reserveCapacity(Int(count) + 1)
        for i in 0..<Int(count) {
            guard let coordinates = history?[i] else { continue }
            withUnsafeBytes(of: coordinates.axes) { bytes in
                let axes = bytes.assumingMemoryBound(to: Double.self)
                func axis(_ use: GdkAxisUse, _ flag: GdkAxisFlags) -> Double? {
                    coordinates.flags.rawValue & flag.rawValue != 0 ? axes[Int(use.rawValue)] : nil
                }
                let place = place(axes[Int(GDK_AXIS_X.rawValue)], axes[Int(GDK_AXIS_Y.rawValue)])
                samples.append(
                    Self.sample(
                        place, time(coordinates.time), axis(GDK_AXIS_PRESSURE, GDK_AXIS_FLAG_PRESSURE),
                        axis(GDK_AXIS_XTILT, GDK_AXIS_FLAG_XTILT), axis(GDK_AXIS_YTILT, GDK_AXIS_FLAG_YTILT)))
            }
        }
        if let last = sample(event) { samples.append(last) }
        return samples
    }

    private func sample(_ event: OpaquePointer) -> StrokePoint? {
        var x = 0.0
        var y = 0.0
        guard gdk_event_get_position(event, &x, &y) != 0 else { return nil }
        let isPen = gdk_event_get_device_tool(event) != nil
        func axis(_ use: GdkAxisUse) -> Double? {
            var value = 0.0
            return isPen && gdk_event_get_axis(event, use, &value) != 0 ? value : nil
        }
        return Self.sample(
            place(x, y), time(gdk_event_get_time(event)), axis(GDK_AXIS_PRESSURE), axis(GDK_AXIS_XTILT),
            axis(GDK_AXIS_YTILT))
    }

    /// Returns a sample of a pen whose tilt GTK reports as −1...1 on each axis, for 90 degrees to each side.
    nonisolated static func sample(
        _ place: InkPoint, _ time: Double, _ pressure: Double?, _ xTilt: Double?, _ yTilt: Double?
    ) -> StrokePoint {
        var sample = StrokePoint(place, time: time, pressure: pressure)
        // A pen that is exactly upright cannot be distinguished from one without a sensor.
        if let xTilt, let yTilt, xTilt != 0 || yTilt != 0 {
            let across = tan(xTilt * .pi / 2)
            let down = tan(yTilt * .pi / 2)
            sample.tilt = atan((across * across + down * down).squareRoot())
            sample.azimuth = atan2(down, across)
        }
        return sample
    }

    /// Converts a position in the window's surface to the widget's points.
    private func place(_ x: Double, _ y: Double) -> InkPoint {
        guard let native = gtk_widget_get_native(widget) else { return InkPoint(x: x, y: y) }
        var offset = InkPoint(x: 0, y: 0)
        gtk_native_get_surface_transform(native, &offset.x, &offset.y)
        var place = InkPoint(x: x, y: y)
        gtk_widget_translate_coordinates(
            UnsafeMutablePointer(native), widget, x - offset.x, y - offset.y, &place.x, &place.y)
        return place
    }

    /// Converts an event's time to GLib's monotonic clock in seconds. Events count milliseconds in 32 bits.
    private func time(_ milliseconds: guint32) -> Double {
        let now = g_get_monotonic_time()
        let age = Int32(bitPattern: UInt32(truncatingIfNeeded: now / 1000) &- milliseconds)
        // A display server may count from another origin. What matters then is the distance between two events.
        return abs(Int(age)) < 10_000 ? Double(Int(now / 1000) - Int(age)) / 1000 : Double(milliseconds) / 1000
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkGeometry
import Passcode

/// The marks that fill as the user types and shake after a wrong passcode. Assistive technologies read the number of
/// filled marks only.
@MainActor final class PasscodeMarks: View, SurfaceContent {
    private let screen: PasscodeScreen
    private var frames: [InkRect] = []
    private var field: InkRect?
    private var isShaking = false

    init(_ screen: PasscodeScreen) {
        self.screen = screen
        super.init(Surface.make(GTK_ACCESSIBLE_ROLE_STATUS))
        Surface.attach(self, to: widget)
        widget.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.passcode)
        gtk_widget_set_can_target(widget, 0)
    }

    isolated deinit { Surface.release(widget) }

    func measure() -> (least: InkSize, preferred: InkSize) {
        (InkSize(width: 44, height: 12), InkSize(width: 200, height: 44))
    }

    /// Sets the frames of the marks in the widget's points or, for a passcode of variable length, that of the field.
    func place(_ frames: [InkRect], field: InkRect?) {
        self.frames = frames
        self.field = field
        gtk_widget_queue_draw(widget)
    }

    /// Shows how many characters were entered, and shakes after a wrong passcode.
    func update() {
        widget.describe(
            GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, Wording.entered(screen.count, of: screen.kind))
        gtk_widget_queue_draw(widget)
        guard screen.shakenAt != nil, !isShaking else { return }
        isShaking = true
        Frames.follow(widget) { [weak self] _ in
            guard let self else { return false }
            self.screen.rest(at: Date(), after: self.motion.shakeSeconds)
            gtk_widget_queue_draw(self.widget)
            self.isShaking = self.screen.shakenAt != nil
            return self.isShaking
        }
    }

    private var motion: PasscodeMotion { Appearance.shared.isMotionReduced ? .reduced : .standard }

    func draw(on snapshot: OpaquePointer, size: InkSize) {
        let theme = StyleSheet.theme
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(size.width), height: Float(size.height)))
        let cairo = gtk_snapshot_append_cairo(snapshot, &bounds)!
        defer { cairo_destroy(cairo) }
        let row = frames.reduce(InkRect.empty) { $0.union($1) }
        if let shakenAt = screen.shakenAt {
            let width = field == nil ? row.width : size.width
            let offset = motion.shakeOffset(at: Date().timeIntervalSince(shakenAt), width: width)
            // A field fills its widget, and would be cut off.
            cairo_translate(cairo, field == nil ? offset : 0, 0)
        }
        if field == nil {
            for (i, frame) in frames.enumerated() { mark(frame, isFilled: i < screen.count, theme, cairo) }
            return
        }
        let edge = InkRect(minX: 0.5, minY: 0.5, maxX: size.width - 0.5, maxY: size.height - 0.5)
        Self.rounded(edge, PasscodeMetrics.fieldCorner, cairo)
        Self.color(theme.edge, cairo)
        cairo_set_line_width(cairo, 1)
        cairo_stroke(cairo)
        let side = PasscodeMetrics.dotSide
        let step = side + PasscodeMetrics.dotGap
        let start = (size.width - Double(screen.count) * step + PasscodeMetrics.dotGap) / 2
        for i in 0..<screen.count {
            let x = start + Double(i) * step
            let y = (size.height - side) / 2
            mark(InkRect(minX: x, minY: y, maxX: x + side, maxY: y + side), isFilled: true, theme, cairo)
        }
    }

    private func mark(_ frame: InkRect, isFilled: Bool, _ theme: PasscodeTheme, _ cairo: OpaquePointer) {
        let inner = InkRect(
            minX: frame.minX + 0.75, minY: frame.minY + 0.75, maxX: frame.maxX - 0.75, maxY: frame.maxY - 0.75)
        Self.rounded(inner, frame.width * PasscodeMetrics.markCorner, cairo)
        if isFilled {
            Self.color(theme.accent, cairo)
            cairo_fill_preserve(cairo)
        }
        Self.color(isFilled ? theme.accent : theme.edge, cairo)
        cairo_set_line_width(cairo, 1.5)
        cairo_stroke(cairo)
    }

    private static func color(_ color: ThemeColor, _ cairo: OpaquePointer) {
        var color = color.gdk
        gdk_cairo_set_source_rgba(cairo, &color)
    }

    private static func rounded(_ rect: InkRect, _ radius: Double, _ cairo: OpaquePointer) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, rect.maxX - radius, rect.minY + radius, radius, -.pi / 2, 0)
        cairo_arc(cairo, rect.maxX - radius, rect.maxY - radius, radius, 0, .pi / 2)
        cairo_arc(cairo, rect.minX + radius, rect.maxY - radius, radius, .pi / 2, .pi)
        cairo_arc(cairo, rect.minX + radius, rect.minY + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(cairo)
    }
}

// SPDX-License-Identifier: MIT
import CGTK
import InkGeometry
import InkStroke
import InkTrail
import PicturePassword

/// The picture with the trail of fingers on it.
@MainActor final class PictureSurface: View, SurfaceContent, PointerReceiver {
    private let picture: PasswordPicture
    private let pad: PicturePad
    /// A Boolean value that indicates whether the first drawing of a new password is shown.
    var showsFirst = false { didSet { gtk_widget_queue_draw(widget) } }
    private let painter = TrailPainter()
    private var input: PointerInput?
    private var fingers = PictureFingers<PointerTouch>()
    private var isFollowing = false

    init(_ picture: PasswordPicture, _ pad: PicturePad) {
        self.picture = picture
        self.pad = pad
        super.init(Surface.make(GTK_ACCESSIBLE_ROLE_IMG))
        Surface.attach(self, to: widget)
        widget.styled("inklock-picture")
        gtk_widget_set_focusable(widget, 1)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_set_cursor_from_name(widget, "crosshair")
        widget.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.label(of: picture))
        input = PointerInput(widget, for: self)
        keepUpdated { [weak self] in self?.update() }
    }

    isolated deinit { Surface.release(widget) }

    private func update() {
        widget.describe(
            GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "\(Wording.parts(pad.partCount)). \(Wording.pictureHint)")
        gtk_widget_queue_draw(widget)
        guard pad.isAnimated, !isFollowing else { return }
        isFollowing = true
        Frames.follow(widget) { [weak self] time in
            guard let self else { return false }
            self.pad.trail.advance(to: time)
            self.pad.rest()
            gtk_widget_queue_draw(self.widget)
            self.isFollowing = self.pad.isAnimated
            return self.isFollowing
        }
    }

    // MARK: Surface

    func measure() -> (least: InkSize, preferred: InkSize) { (InkSize(width: 200, height: 150), picture.size) }

    func place(in size: InkSize) { pad.setSurface(size) }

    func draw(on snapshot: OpaquePointer, size: InkSize) {
        guard let fit = PictureFrame(fitting: picture.size, in: size) else { return }
        let frame = fit.rect
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: Float(frame.minX), y: Float(frame.minY)),
            size: graphene_size_t(width: Float(frame.width), height: Float(frame.height)))
        var corners = GskRoundedRect()
        gsk_rounded_rect_init_from_rect(&corners, &bounds, 16)
        gtk_snapshot_push_rounded_clip(snapshot, &corners)
        gtk_snapshot_append_texture(snapshot, picture.texture, &bounds)
        let cairo = gtk_snapshot_append_cairo(snapshot, &bounds)!
        if pad.isDefining {
            if showsFirst, let first = pad.first {
                cairo_push_group(cairo)
                PartPainter.draw(first.parts, fit, in: cairo)
                cairo_pop_group_to_source(cairo)
                cairo_paint_with_alpha(cairo, 0.5)
            }
            PartPainter.draw(pad.drawn.parts, fit, in: cairo)
        }
        painter.draw(pad.trail, in: cairo)
        cairo_destroy(cairo)
        gtk_snapshot_pop(snapshot)
    }

    // MARK: Touches

    func begin(_ touch: PointerTouch, _ sample: StrokePoint) { fingers.begin(touch, touch.kind, sample, on: pad) }

    func move(_ touch: PointerTouch, _ samples: [StrokePoint]) { fingers.move(touch, touch.kind, samples, on: pad) }

    func end(_ touch: PointerTouch, _ sample: StrokePoint) { fingers.end(touch, touch.kind, at: sample.time, on: pad) }

    func cancel(_ touch: PointerTouch, at time: Double) { fingers.cancel(touch, touch.kind, at: time, on: pad) }

    func report(_ kind: PalmGuard.Pointer, at time: Double) { fingers.report(kind, at: time) }
}

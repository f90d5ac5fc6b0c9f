// SPDX-License-Identifier: MIT
import CGTK
import Glibc
import InkGeometry
import InkRaster
import InkStroke

/// The paper of a signature pad.
@MainActor final class SignatureSurface: View, SurfaceContent, PointerReceiver {
    private let model: SignatureModel
    private var palms = PalmGuard()
    private var touch: PointerTouch?
    private var input: PointerInput?
    private let tiles = PixelTiles()
    /// A Boolean value that indicates whether samples came since the last frame.
    private var hasMoved = false
    private var awaitsRest = false
    /// A closure that is called for the Return key.
    var onReturn: (() -> Void)?
    var onPaint: ((Double) -> Void)?

    init(_ model: SignatureModel) {
        self.model = model
        super.init(Surface.make(GTK_ACCESSIBLE_ROLE_IMG))
        Surface.attach(self, to: widget)
        widget.styled("inklock-paper")
        gtk_widget_set_focusable(widget, 1)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_set_cursor_from_name(widget, "crosshair")
        widget.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.signature)
        input = PointerInput(widget, for: self)
        followKeys()
    }

    isolated deinit { Surface.release(widget) }

    private var fit: AspectFit? {
        AspectFit(
            model.size,
            in: InkSize(width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget))))
    }

    private var displayScale: Double { Double(gtk_widget_get_scale_factor(widget)) }

    /// Shows what has changed, and tells assistive technologies.
    func modelChanged() {
        let state = Wording.signed(strokes: model.strokeCount)
        widget.describe(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "\(state). \(Wording.signatureHint)")
        paint()
    }

    /// Paints the change since the last call into the engine's pixels, and the textures that it touches.
    func paint() {
        guard let fit else { return }
        let start = onPaint == nil ? 0 : Self.processorSeconds
        let dirty = model.paint(
            scale: displayScale * fit.scale, isRightToLeft: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL)
        guard let bitmap = model.bitmap else { return }
        tiles.update(bitmap, dirty)
        guard !dirty.isEmpty else { return }
        gtk_widget_queue_draw(widget)
        onPaint?(Self.processorSeconds - start)
    }

    /// The processor's time of this thread, which other programs do not lengthen.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    // MARK: Surface

    func measure() -> (least: InkSize, preferred: InkSize) {
        (InkSize(width: 160, height: 90), InkSize(width: 480, height: 200))
    }

    func place(in size: InkSize) {
        model.adopt(size)
        paint()
    }

    func draw(on snapshot: OpaquePointer, size: InkSize) {
        guard let fit else { return }
        // The scale of the display may have changed.
        paint()
        tiles.draw(on: snapshot, at: fit.origin, scale: displayScale)
    }

    // MARK: Touches

    func begin(_ touch: PointerTouch, _ sample: StrokePoint) {
        switch palms.begin(touch.kind, at: sample.time) {
        case .ignore: return
        case .drawInstead: model.cancel()
        case .draw: break
        }
        self.touch = model.begin(placed(sample)) ? touch : nil
        if self.touch == nil { palms.end(touch.kind, at: sample.time) }
        paint()
    }

    func move(_ touch: PointerTouch, _ samples: [StrokePoint]) {
        guard touch == self.touch else { return }
        samples.last.map { palms.report(touch.kind, at: $0.time) }
        model.append(samples.map(placed))
        model.predict(isMoving: true)
        paint()
        hasMoved = true
        if model.prediction > 0 { awaitRest() }
    }

    /// Takes back what was expected in the first frame without samples.
    private func awaitRest() {
        guard !awaitsRest else { return }
        awaitsRest = true
        Frames.follow(widget) { [weak self] _ in
            guard let self else { return false }
            if hasMoved {
                hasMoved = false
                return true
            }
            model.predict(isMoving: false)
            paint()
            awaitsRest = false
            return false
        }
    }

    func end(_ touch: PointerTouch, _ sample: StrokePoint) {
        guard touch == self.touch else { return }
        model.end(placed(sample))
        lift(touch, at: sample.time)
    }

    func cancel(_ touch: PointerTouch, at time: Double) {
        guard touch == self.touch else { return }
        model.cancel()
        lift(touch, at: time)
    }

    func report(_ kind: PalmGuard.Pointer, at time: Double) { palms.report(kind, at: time) }

    private func lift(_ touch: PointerTouch, at time: Double) {
        palms.end(touch.kind, at: time)
        self.touch = nil
        paint()
    }

    private func placed(_ sample: StrokePoint) -> StrokePoint {
        var sample = sample
        sample.position = fit?.toDrawing(sample.position) ?? sample.position
        return sample
    }

    // MARK: Keys

    private func followKeys() {
        let keys = gtk_event_controller_key_new()!
        connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] values in
            values.answer(self?.press(Int32(bitPattern: values.number(1)), values.flags(3)) ?? false)
        }
        gtk_widget_add_controller(widget, keys)
    }

    private func press(_ key: Int32, _ modifiers: UInt32) -> Bool {
        let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
        switch key {
        case GDK_KEY_Return, GDK_KEY_KP_Enter: onReturn?()
        case GDK_KEY_z where isControl: model.undo()
        case GDK_KEY_Z where isControl, GDK_KEY_y where isControl: model.redo()
        default: return false
        }
        return true
    }
}

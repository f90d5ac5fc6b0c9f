// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import Passcode
import PicturePassword

/// A screen for defining or drawing a picture password. The controls never cover the picture. Users who cannot draw can
/// switch to the unlock method of `onUseAnotherMethod`.
@MainActor public final class PicturePasswordView: View {
    private let pad: PicturePad
    private let surface: PictureSurface
    private let title = label(role: GTK_ACCESSIBLE_ROLE_HEADING).styled("inklock-title", "title-3")
    private let message = MessageLabel()
    private let announcements: Announcements<PicturePad.Announced>
    private let meter = gtk_level_bar_new_for_interval(0, 4)!
    private let strength = label(justify: GTK_JUSTIFY_LEFT)
    private let strengthRow: Widget
    private let firstDrawing = gtk_check_button_new_with_label(Wording.showFirstDrawing)!
    private let undo: Widget
    private let startOver: Widget
    private let submit: Widget
    private var countdown: Task<Void, Never>?

    /// Creates a picture password screen.
    /// - Parameters:
    ///   - picture: The picture to draw on.
    ///   - mode: The mode: to define a password or to verify the user.
    ///   - parser: The parser that turns touches into a gesture. Use the same parser to define and to check a password.
    ///   - trail: The trail of fingers on the picture.
    ///   - allowsCancel: A Boolean value that indicates whether the user may leave the screen.
    ///   - onUseAnotherMethod: A closure that opens another unlock method, or `nil` if there is none.
    ///   - onFinish: A closure that receives `true` once the password is saved or matched, and `false` if the user
    ///     cancelled.
    public init(
        picture: PasswordPicture, mode: PictureMode, parser: any GestureParsing = GestureParser(),
        trail: PictureTrail = .fire, allowsCancel: Bool = true, onUseAnotherMethod: (@MainActor () -> Void)? = nil,
        onFinish: @escaping @MainActor (Bool) -> Void
    ) {
        StyleSheet.load()
        let pad = PicturePad(picture, mode, parser: parser, look: trail)
        self.pad = pad
        pad.onFinish = onFinish
        surface = PictureSurface(picture, pad)
        surface.widget.expanded()
        announcements = Announcements { [surface] in surface.widget.announce($0) }
        meter.styled("inklock-meter").aligned(nil, GTK_ALIGN_CENTER)
        gtk_level_bar_set_mode(meter.opaque, GTK_LEVEL_BAR_MODE_DISCRETE)
        gtk_widget_set_size_request(meter, 120, -1)
        strengthRow = box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, meter, strength.expanded(vertically: false))
        undo = button(Wording.undoPart, "inklock-plain") { pad.removeLastPart() }
        startOver = button(Wording.fromTheStart, "inklock-plain") { pad.startOver() }
        submit = button(Wording.submit, "inklock-main") { Task { await pad.submit() } }
        let tools = box(GTK_ORIENTATION_HORIZONTAL, spacing: 4)
        if allowsCancel {
            gtk_box_append(tools.cast(), button(Wording.cancel, "inklock-plain") { pad.leave() })
        }
        for tool in [undo, startOver] { gtk_box_append(tools.cast(), tool) }
        gtk_box_append(tools.cast(), box(GTK_ORIENTATION_HORIZONTAL, spacing: 0).expanded(vertically: false))
        let other = onUseAnotherMethod.map { button(Wording.useAnotherMethod, "inklock-plain", action: $0) }
        if let other { gtk_box_append(tools.cast(), other) }
        // In a narrow window the ends of texts are left out.
        for tool in [undo, startOver, other].compactMap({ $0 }) {
            gtk_label_set_ellipsize(gtk_button_get_child(tool.cast())!.opaque, PANGO_ELLIPSIZE_END)
        }
        gtk_box_append(tools.cast(), submit)
        super.init(
            box(
                GTK_ORIENTATION_VERTICAL, spacing: 8, title, message.widget, surface.widget, firstDrawing, strengthRow,
                tools
            )
            .margins(16))
        widget.styled("inklock")
        connect(firstDrawing, "toggled") { [surface, firstDrawing] _ in
            surface.showsFirst = gtk_check_button_get_active(firstDrawing.cast()) != 0
        }
        let keys = gtk_event_controller_key_new()!
        connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] values in
            values.answer(self?.press(Int32(bitPattern: values.number(1))) ?? false)
        }
        gtk_widget_add_controller(surface.widget, keys)
        keepUpdated { [weak self] in self?.update() }
    }

    isolated deinit { countdown?.cancel() }

    private func press(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_Return, GDK_KEY_KP_Enter: Task { [pad] in await pad.submit() }
        case GDK_KEY_BackSpace: pad.removeLastPart()
        default: return false
        }
        return true
    }

    private func update() {
        pad.use(reducedMotion: Appearance.shared.isMotionReduced)
        show(Wording.drawPassword(pad.remaining), on: title)
        undo.isEnabled = pad.canSubmit
        startOver.isEnabled = pad.isOpen
        submit.isEnabled = pad.canSubmit
        // The row keeps its place, so that the picture does not move while a password is drawn on it.
        strengthRow.isVisible = pad.isDefining
        firstDrawing.isVisible = pad.first != nil
        gtk_widget_set_opacity(strengthRow, pad.strength == nil ? 0 : 1)
        if let strength = pad.strength {
            gtk_level_bar_set_value(meter.opaque, Double(strength.level.rawValue) + 1)
            show("\(Wording.strength(strength.level)). \(Wording.advice(strength.advice))", on: self.strength)
        }
        showMessage()
    }

    private func showMessage() {
        let shown = pad.message
        message.show(shown)
        announcements.follow(pad.announced, shown.text)
        if !pad.isBusy, let lockout = pad.lockout { countDown(lockout) }
    }

    private func countDown(_ lockout: Countdown) {
        countdown?.cancel()
        countdown = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(250))
            guard !Task.isCancelled, let self else { return }
            self.pad.unlockIfDue()
            if self.pad.lockout == lockout { self.showMessage() }
        }
    }
}

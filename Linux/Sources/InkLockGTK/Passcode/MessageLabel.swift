// SPDX-License-Identifier: MIT
import CGTK
import Passcode

/// A message of a screen: what it shows, and what its alert says to assistive technologies.
struct ScreenMessage: Equatable {
    var text: String
    /// The text of the alert. It differs from what is shown during a lockout, whose countdown would be read each
    /// second.
    var alert: String
    var isQuiet: Bool

    init(_ text: String, alert: String? = nil, isQuiet: Bool = false) {
        self.text = text
        self.alert = alert ?? text
        self.isQuiet = isQuiet
    }
}

extension PasscodeScreen {
    /// A message that is announced. A wrong passcode after another one is a message of its own.
    struct Announced: Equatable {
        let note: Note
        let failures: Int
    }

    var announced: Announced? { note.map { Announced(note: $0, failures: failures) } }

    var message: ScreenMessage {
        if isChecking { return ScreenMessage(Wording.oneMoment, isQuiet: true) }
        if lockout != nil {
            return ScreenMessage(
                waitingTime.map { Wording.tryAgain(in: $0) } ?? "", alert: Wording.message(for: Note.lockedOut))
        }
        return ScreenMessage(note.map { Wording.message(for: $0) } ?? "")
    }
}

extension PicturePad {
    /// A message that is announced. A wrong drawing after another one is a message of its own.
    struct Announced: Equatable {
        let note: Note
        let failures: Int
    }

    var announced: Announced? { note.map { Announced(note: $0, failures: failures) } }

    var message: ScreenMessage {
        if isBusy { return ScreenMessage(Wording.oneMoment, isQuiet: true) }
        if lockout != nil {
            return ScreenMessage(
                waitingTime.map { Wording.tryAgain(in: $0) } ?? "", alert: Wording.message(for: Note.lockedOut))
        }
        if let note { return ScreenMessage(Wording.message(for: note)) }
        guard isDefining else { return ScreenMessage(" ") }
        return ScreenMessage(Wording.defineHint(remaining), isQuiet: true)
    }
}

/// The label of a message: an alert, and a countdown in its place during a lockout.
@MainActor final class MessageLabel: View {
    private let alert = label(role: GTK_ACCESSIBLE_ROLE_ALERT)
    private let countdown = label()

    init() {
        super.init(gtk_overlay_new()!)
        gtk_overlay_set_child(widget.opaque, alert)
        gtk_overlay_add_overlay(widget.opaque, countdown)
        gtk_overlay_set_measure_overlay(widget.opaque, countdown, 1)
        countdown.isVisible = false
        countdown.styled("inklock-message")
    }

    func show(_ message: ScreenMessage) {
        let isCounting = message.alert != message.text
        alert.style("inklock-message", !message.isQuiet)
        alert.style("inklock-quiet", message.isQuiet)
        InkLockGTK.show(message.alert, on: alert)
        // Assistive technologies still read what is not drawn.
        gtk_widget_set_opacity(alert, isCounting ? 0 : 1)
        countdown.isVisible = isCounting
        InkLockGTK.show(isCounting ? message.text : "", on: countdown)
    }

    func use(size: Double) {
        for one in [alert, countdown] {
            InkLockGTK.show(String(cString: gtk_label_get_text(one.opaque)), on: one, size: size)
        }
    }
}

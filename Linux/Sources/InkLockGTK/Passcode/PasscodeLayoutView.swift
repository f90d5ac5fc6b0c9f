// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkGeometry
import Passcode

/// The layout of a passcode screen: icon, title, marks or text field, message, keys and the corner button. Every frame
/// comes from the core's `KeypadLayout`.
@MainActor final class PasscodeLayoutView: View, SurfaceContent {
    private let screen: PasscodeScreen
    private let options: PasscodeOptions
    private let title: @MainActor () -> String
    private let order: KeypadOrder

    private let titleLabel = label(role: GTK_ACCESSIBLE_ROLE_HEADING).styled("inklock-title")
    private let messageLabel = MessageLabel()
    private let announcements: Announcements<PasscodeScreen.Announced>
    private let icon: Widget?
    private let marks: PasscodeMarks
    private let field = gtk_password_entry_new()!
    private let submit: Widget
    private let corner: Widget
    private var keys: [PasscodeKey] = []
    private var clearings = 0
    private var kind: PasscodeKind
    private var countdown: Task<Void, Never>?

    init(_ screen: PasscodeScreen, _ options: PasscodeOptions, title: @escaping @MainActor () -> String) {
        StyleSheet.load()
        self.screen = screen
        self.options = options
        self.title = title
        order = options.isScrambled ? .scrambled() : .ordered
        kind = screen.kind
        icon = options.icon.map { gtk_picture_new_for_paintable($0) }
        marks = PasscodeMarks(screen)
        submit = button(Wording.submit, "inklock-main") { screen.submit() }
        corner = button("", "inklock-plain") { screen.pressCorner() }
        let surface = Surface.make(GTK_ACCESSIBLE_ROLE_GROUP)
        announcements = Announcements { surface.announce($0) }
        super.init(surface)
        Surface.attach(self, to: widget)
        widget.styled("inklock", "inklock-screen")
        widget.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.passcode)
        gtk_widget_set_focusable(widget, 1)
        field.styled("inklock-field")
        field.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, Wording.passcode)
        icon.map { gtk_widget_set_can_target($0, 0) }
        for child in [icon, titleLabel, marks.widget, field, submit, messageLabel.widget].compactMap({ $0 }) {
            gtk_widget_set_parent(child, widget)
        }
        for digit in order.digits {
            let key = PasscodeKey(Int(digit), showsLetters: options.showsLetters) { screen.press(digit: Int(digit)) }
            keys.append(key)
            gtk_widget_set_parent(key.widget, widget)
        }
        gtk_widget_set_parent(corner, widget)
        // After a click, Return still ends the entry.
        for one in keys.map({ $0.widget }) + [submit, corner] { gtk_widget_set_focus_on_click(one, 0) }
        followEntry()
        keepUpdated { [weak self] in self?.update() }
    }

    isolated deinit {
        countdown?.cancel()
        Surface.release(widget)
    }

    // MARK: Keyboard

    private func followEntry() {
        connect(field, "changed") { [weak self] _ in
            guard let self else { return }
            self.screen.replace(with: String(cString: gtk_editable_get_text(self.field.opaque)))
        }
        connect(field, "activate") { [weak self] _ in self?.screen.submit() }
        connect(widget, "map") { [weak self] _ in self?.focus() }
        let keyboard = gtk_event_controller_key_new()!
        gtk_event_controller_set_propagation_phase(keyboard, GTK_PHASE_CAPTURE)
        connect(UnsafeMutableRawPointer(keyboard), "key-pressed") { [weak self] values in
            values.answer(self?.press(values.number(1), values.flags(3)) ?? false)
        }
        gtk_widget_add_controller(widget, keyboard)
    }

    /// Moves the keyboard's focus to where a passcode is typed.
    private func focus() { gtk_widget_grab_focus(field.isVisible ? field : widget) }

    /// A Boolean value that indicates whether the keyboard's focus is on a button, which Return presses.
    private var isButtonFocused: Bool {
        guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root) else { return false }
        return g_type_check_instance_is_a(focused.cast(), gtk_button_get_type()) != 0
    }

    private func press(_ key: UInt32, _ modifiers: UInt32) -> Bool {
        let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & others == 0 else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_Escape: screen.press(.escape)
        case _ where field.isVisible: return false
        case GDK_KEY_BackSpace: screen.press(.backspace)
        case GDK_KEY_Return, GDK_KEY_KP_Enter:
            if isButtonFocused { return false }
            screen.press(.enter)
        case GDK_KEY_space: return false
        default:
            guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)), scalar.value > 32 else { return false }
            screen.press(.character(scalar))
        }
        return true
    }

    // MARK: Contents

    private func update() {
        let kind = screen.kind
        let isText = kind == .alphanumeric
        show(title(), on: titleLabel)
        field.isVisible = isText
        marks.widget.isVisible = !isText
        submit.isVisible = !kind.submitsItself
        submit.isEnabled = screen.canSubmit && screen.isOpen
        // A field that is disabled would lose the keyboard.
        gtk_editable_set_editable(field.opaque, screen.isOpen ? 1 : 0)
        for key in keys {
            key.widget.isVisible = !isText
            key.widget.isEnabled = screen.isOpen
        }
        corner.isVisible = screen.corner != .hidden
        gtk_button_set_label(corner.cast(), screen.corner == .delete ? Wording.delete : Wording.cancel)
        if screen.clearings != clearings {
            clearings = screen.clearings
            gtk_editable_set_text(field.opaque, "")
        }
        showMessage()
        marks.update()
        if kind != self.kind {
            self.kind = kind
            focus()
        }
        gtk_widget_queue_allocate(widget)
    }

    private func showMessage() {
        let message = screen.message
        messageLabel.show(message)
        announcements.follow(screen.announced, message.text)
        if !screen.isChecking, let lockout = screen.lockout { countDown(lockout) }
    }

    private func countDown(_ lockout: Countdown) {
        countdown?.cancel()
        countdown = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(250))
            guard !Task.isCancelled, let self else { return }
            self.screen.unlockIfDue()
            if self.screen.lockout == lockout { self.showMessage() }
        }
    }

    // MARK: Layout

    private func contents(_ kind: PasscodeKind, titleLines: Int = 1) -> KeypadContents {
        KeypadContents(
            kind: kind, hasIcon: icon != nil, titleLines: titleLines, messageLines: 2,
            textScale: Appearance.shared.textScale,
            isRightToLeft: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL, order: order)
    }

    func measure() -> (least: InkSize, preferred: InkSize) {
        // The size below which the screen would have to scroll, for every kind, so that a window need not grow.
        let least = PasscodeKind.allCases.reduce(InkSize.zero) { size, kind in
            let needed = KeypadLayout(size: InkSize(width: 1, height: 1), contents: contents(kind)).contentSize
            return InkSize(width: max(size.width, needed.width), height: max(size.height, needed.height))
        }
        return (least, InkSize(width: max(360, least.width), height: max(560, least.height)))
    }

    func place(in size: InkSize) {
        var layout = KeypadLayout(size: size, contents: contents(screen.kind))
        show(title(), on: titleLabel, size: layout.titleSize, isBold: true)
        var width: Int32 = 0
        gtk_widget_measure(titleLabel, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        if Double(width) > layout.title.width {
            layout = KeypadLayout(size: size, contents: contents(screen.kind, titleLines: 2))
        }
        messageLabel.use(size: layout.messageSize)
        icon?.isVisible = layout.icon != nil
        if let frame = layout.icon, let icon { Surface.place(icon, at: frame) }
        Surface.place(titleLabel, at: layout.title)
        if let frame = layout.field {
            Surface.place(screen.kind == .alphanumeric ? field : marks.widget, at: frame)
            marks.place([], field: frame)
        } else {
            // The marks shake to the side, so their widget is as wide as the screen.
            let row = layout.marks.reduce(InkRect.empty) { $0.union($1) }
            let area = InkRect(minX: 0, minY: row.minY - 2, maxX: size.width, maxY: row.maxY + 2)
            Surface.place(marks.widget, at: area)
            marks.place(
                layout.marks.map {
                    InkRect(minX: $0.minX, minY: $0.minY - area.minY, maxX: $0.maxX, maxY: $0.maxY - area.minY)
                }, field: nil)
        }
        if let frame = layout.submit { Surface.place(submit, at: frame) }
        Surface.place(messageLabel.widget, at: layout.message)
        for (key, place) in zip(keys, layout.keys) { key.place(place, layout) }
        Surface.place(corner, at: layout.corner)
    }
}

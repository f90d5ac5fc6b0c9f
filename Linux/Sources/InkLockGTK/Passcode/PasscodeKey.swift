// SPDX-License-Identifier: MIT
import CGTK
import Passcode

/// The key of a digit.
@MainActor final class PasscodeKey: View {
    private let digit: Int
    private let digitLabel: Widget
    private let letters: Widget?

    init(_ digit: Int, showsLetters: Bool, action: @escaping @MainActor () -> Void) {
        self.digit = digit
        digitLabel = label("\(digit)")
        let text = KeypadOrder.letters(under: digit)
        letters = showsLetters && text.utf8CodeUnitCount > 0 ? label("\(text)").styled("letters") : nil
        for label in [digitLabel, letters] { label.map { gtk_label_set_wrap($0.opaque, 0) } }
        let key = gtk_button_new()!.styled("inklock-key").onClick(action)
        let column = box(GTK_ORIENTATION_VERTICAL, spacing: 0, digitLabel, letters)
        column.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_button_set_child(key.cast(), column)
        key.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, "\(digit)")
        super.init(key)
    }

    func place(_ key: KeypadLayout.Key, _ layout: KeypadLayout) {
        show("\(digit)", on: digitLabel, size: layout.digitSize)
        if let letters { show("\(KeypadOrder.letters(under: digit))", on: letters, size: layout.letterSize) }
        Surface.place(widget, at: key.frame)
    }
}

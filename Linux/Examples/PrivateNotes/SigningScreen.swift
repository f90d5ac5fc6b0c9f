// SPDX-License-Identifier: MIT
import CGTK
import Ink
import InkLockGTK

/// A large pad to sign a note on.
@MainActor final class SigningScreen: View {
    private let pad = SignaturePad()

    /// - Parameter onFinish: A closure that receives the signature; `nil` if the user cancelled.
    init(onFinish: @escaping @MainActor (Drawing?) -> Void) {
        let words = Words.shared
        let header = adw_header_bar_new()!
        let title = line(words.signTitle, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("heading")
        adw_header_bar_set_title_widget(header.opaque, title)
        adw_header_bar_pack_start(header.opaque, button(words.cancel, "inklock-plain") { onFinish(nil) })
        let done = button(words.signAction, "inklock-main") { [pad] in onFinish(pad.model.drawing) }
        adw_header_bar_pack_end(header.opaque, done.aligned(nil, GTK_ALIGN_CENTER))
        let text = label(words.signText).styled("notes-quiet")
        let column = box(GTK_ORIENTATION_VERTICAL, spacing: 14, text, pad.widget).margins(20)
        gtk_widget_set_size_request(pad.ink, -1, 260)
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(clamp.opaque, 820)
        adw_clamp_set_child(clamp.opaque, column.aligned(nil, GTK_ALIGN_CENTER))
        super.init(box(GTK_ORIENTATION_VERTICAL, header, clamp.expanded()))
        let model = pad.model
        keepUpdated { done.isEnabled = model.strokeCount > 0 }
    }
}

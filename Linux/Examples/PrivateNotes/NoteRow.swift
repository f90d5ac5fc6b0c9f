// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkLockGTK

/// A note in the list: its title, when it was made, how its text begins, and whether it is signed.
@MainActor final class NoteRow: View {
    private let heading = line(justify: GTK_JUSTIFY_LEFT).styled("notes-heading")
    private let time = label().styled("notes-quiet", "caption")
    private let preview = label(justify: GTK_JUSTIFY_LEFT).styled("notes-quiet", "caption")
    private let pen = gtk_image_new_from_icon_name("document-edit-symbolic")!.aligned(nil, GTK_ALIGN_START)

    init(_ note: Note) {
        gtk_label_set_wrap(time.opaque, 0)
        gtk_label_set_lines(preview.opaque, 2)
        gtk_label_set_ellipsize(preview.opaque, PANGO_ELLIPSIZE_END)
        let top = box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, heading.expanded(vertically: false), time)
        let bottom = box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, preview.expanded(vertically: false), pen)
        super.init(box(GTK_ORIENTATION_VERTICAL, spacing: 3, top, bottom))
        show(note)
    }

    func show(_ note: Note) {
        InkLockGTK.show(note.heading, on: heading)
        InkLockGTK.show(Words.shared.moment(note.created), on: time)
        InkLockGTK.show(note.text.replacingOccurrences(of: "\n", with: " "), on: preview)
        preview.isVisible = !note.text.isEmpty
        pen.isVisible = !note.signature.isEmpty
    }
}

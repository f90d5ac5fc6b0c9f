// SPDX-License-Identifier: MIT
import InkLockUI
import InkStroke
import SwiftUI

/// A note: its words, and a signature below.
struct NoteView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var note: Note
    @State private var drawing: Drawing
    private let keep: (Note) -> Void

    init(note: Note, keep: @escaping (Note) -> Void) {
        _note = State(initialValue: note)
        _drawing = State(initialValue: note.drawing)
        self.keep = keep
    }

    var body: some View {
        NavigationStack {
            VStack {
                TextEditor(text: $note.text)
                Text("Signed:").font(.footnote)
                SignaturePad(drawing: $drawing).frame(height: 160)
            }
            .padding(12)
            .toolbar {
                Button("Cancel") { dismiss() }
                Button("Done") {
                    note.drawing = drawing
                    keep(note)
                    dismiss()
                }
            }
        }
    }
}

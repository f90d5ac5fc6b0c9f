// SPDX-License-Identifier: MIT
import InkLockUI
import InkStroke
import SwiftUI

/// A note: its words, and a signature below. It is kept as it is written: locking takes the screen away at any moment.
struct NoteView: View {
    let notebook: Notebook
    @Environment(\.dismiss) private var dismiss
    @State private var note: Note
    @State private var drawing: Drawing

    init(note: Note, in notebook: Notebook) {
        self.notebook = notebook
        _note = State(initialValue: note)
        _drawing = State(initialValue: note.drawing)
    }

    var body: some View {
        NavigationStack {
            VStack {
                if let failure = notebook.failure { Text(verbatim: words(for: failure)) }
                TextEditor(text: $note.text)
                Text("Signed:").font(.footnote)
                SignaturePad(drawing: $drawing).frame(height: 160)
            }
            .padding(12)
            .toolbar {
                // Words that could not be kept are not taken away.
                Button("Done") { if notebook.keep(note) { dismiss() } }
            }
        }
        .onChange(of: drawing) { _, drawing in note.drawing = drawing }
        .onChange(of: note) { _, note in notebook.keep(note) }
    }

    private func words(for failure: Notebook.Failure) -> String {
        switch failure {
        case .locked: "The app was locked meanwhile. This is not kept yet: copy it, and open the note again."
        case .unreadable:
            "The file of your notes cannot be read, so nothing is written over it. This is not kept: copy it."
        case .unwritable: "There seems to be no room. This is not kept yet: make some room, then tap Done."
        }
    }
}

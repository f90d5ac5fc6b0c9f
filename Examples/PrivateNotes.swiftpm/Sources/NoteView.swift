// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

/// A note with a signature. Every change is saved immediately, because locking can remove the view at any moment.
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
                // Keep a note on the screen if it could not be saved.
                Button("Done") { if notebook.keep(note) { dismiss() } }
            }
        }
        .onChange(of: drawing) { _, drawing in note.drawing = drawing }
        .onChange(of: note) { _, note in notebook.keep(note) }
    }

    private func words(for failure: Notebook.Failure) -> String {
        switch failure {
        case .locked: "The app was locked in the meantime. This note is not saved yet. Copy it and open the note again."
        case .unreadable:
            "The notes file cannot be read, so it is not overwritten. This note is not saved. Please copy it."
        case .unwritable: "This note is not saved yet. Free up some storage space, then tap Done."
        }
    }
}

// SPDX-License-Identifier: MIT
import InkLockUI
import SwiftUI

/// The list of notes, with buttons to add a note, change the settings and lock the app.
struct NotesView: View {
    @Binding var wanted: UUID?
    @Binding var setUp: SetUp
    @Environment(\.appLock) private var lock
    @Environment(\.scenePhase) private var scenePhase
    @State private var notebook: Notebook
    @State private var edited: Note?
    @State private var showsSettings = false

    init(key: DataKey, file: URL, wanted: Binding<UUID?>, setUp: Binding<SetUp>) {
        _wanted = wanted
        _setUp = setUp
        _notebook = State(initialValue: Notebook(key, file))
    }

    var body: some View {
        NavigationStack {
            List {
                if notebook.failure != nil { Text("Your notes could not be read or saved. The file has not changed.") }
                if let failed = lock?.failedAttempts, let last = failed.lastWallMilliseconds {
                    let time = Date(timeIntervalSince1970: Double(last) / 1000)
                    Text("Wrong attempts since you were last here: \(failed.count).")
                    Text("The last one: \(time.formatted(date: .abbreviated, time: .shortened)).")
                }
                if lock?.openedBy == .recoveryCode {
                    Text("You have used your recovery code. Set a new passcode in the settings.")
                }
                ForEach(notebook.notes) { note in
                    Button(note.title) { edited = note }
                }
            }
            .navigationTitle("Private Notes")
            .toolbar {
                Button("Lock") { lock?.lockNow() }
                Button("Settings") { showsSettings = true }
                Button("New note") { edited = Note() }
            }
        }
        .sheet(item: $edited) { note in NoteView(note: note, in: notebook) }
        .sheet(isPresented: $showsSettings) { LockSettingsView(setUp: $setUp) }
        .onChange(of: wanted, initial: true) { _, _ in showWanted() }
        .onChange(of: scenePhase) { _, phase in if phase == .active { notebook.refresh() } }
    }

    private func showWanted() {
        guard let wanted else { return }
        edited = notebook.notes.first { $0.id == wanted }
        self.wanted = nil
    }
}

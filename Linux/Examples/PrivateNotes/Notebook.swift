// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkLock
import Observation

/// All notes, sealed in one file with a key that is derived from the lock's key. It is replaced whole or not at all.
@MainActor @Observable final class Notebook {
    enum State: Hashable {
        case opening
        case saved
        case saving
        /// The file is damaged or sealed with another key. It is not overwritten.
        case unreadable
        /// The last change could not be written. The file keeps it, and tries again.
        case unwritable(NotesFile.Problem)
    }

    private(set) var notes: [Note] = []
    private(set) var state = State.opening
    @ObservationIgnored private let file: NotesFile
    /// The key of the file. It outlives the lock's until the last change is sealed.
    @ObservationIgnored private var seal: SymmetricKey?
    @ObservationIgnored private var writing: Task<Void, Never>?
    @ObservationIgnored private var isChanged = false

    init?(_ key: DataKey, _ file: NotesFile) {
        guard let seal = key.key(for: "notes") else { return nil }
        self.seal = seal
        self.file = file
        file.onRetry = { [weak self] problem in
            if case .unwritable = self?.state { self?.state = problem.map { .unwritable($0) } ?? .saved }
        }
    }

    func open() async {
        do {
            let sealed = try await file.load()
            guard let seal else { return }
            if let sealed {
                let box = try ChaChaPoly.SealedBox(combined: sealed)
                notes = try JSONDecoder().decode([Note].self, from: ChaChaPoly.open(box, using: seal))
            }
            state = await file.write().map { .unwritable($0) } ?? .saved
        } catch { state = .unreadable }
    }

    func add() -> Note {
        let note = Note()
        notes.insert(note, at: 0)
        return note
    }

    /// Changes a note, and saves soon.
    func change(_ id: UUID, _ body: (inout Note) -> Void) {
        guard let place = notes.firstIndex(where: { $0.id == id }) else { return }
        var note = notes[place]
        body(&note)
        guard note != notes[place] else { return }
        notes[place] = note
        save()
    }

    /// Removes a note, and returns a closure that puts it back.
    func remove(_ id: UUID) -> (@MainActor () -> Void)? {
        guard let place = notes.firstIndex(where: { $0.id == id }) else { return nil }
        let note = notes.remove(at: place)
        save()
        return { [weak self] in
            // Once the notebook is closed, it has no notes to be among.
            guard let self, self.seal != nil else { return }
            self.notes.insert(note, at: min(place, self.notes.count))
            self.save()
        }
    }

    /// Drops notes in which nothing was written.
    func tidy(except id: UUID?) { notes.removeAll { $0.isEmpty && $0.id != id } }

    /// Writes the last change, and forgets the notes and their key. The app is locked. The file keeps what could not be
    /// written.
    func close() async {
        await writing?.value
        seal = nil
        notes = []
    }

    private func save() {
        guard state != .unreadable, state != .opening else { return }
        isChanged = true
        state = .saving
        guard writing == nil else { return }
        writing = Task {
            while isChanged {
                isChanged = false
                await write()
            }
            writing = nil
        }
    }

    private func write() async {
        guard let seal, let bytes = try? JSONEncoder().encode(notes.filter({ !$0.isEmpty })),
            let sealed = try? ChaChaPoly.seal(bytes, using: seal).combined
        else {
            state = .unwritable(.noSpace)
            return
        }
        if let problem = await file.save(Array(sealed)) {
            state = .unwritable(problem)
        } else if !isChanged {
            state = .saved
        }
    }
}

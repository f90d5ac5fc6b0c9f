// SPDX-License-Identifier: MIT
import CryptoKit
import Foundation
import InkExport
import InkLock
import InkStroke
import LockVault
import Observation

struct Note: Codable, Identifiable, Hashable {
    var id = UUID()
    var text = ""
    /// A signature in InkLock's compact form.
    var signature: [UInt8] = []

    var drawing: Drawing {
        get { (try? StrokeCodec.decode(signature)) ?? Drawing() }
        set { signature = newValue.strokes.isEmpty ? [] : StrokeCodec.encode(newValue) }
    }

    var title: String { text.split(separator: "\n").first.map { String($0) } ?? "New note" }
}

/// All notes, sealed in one file under a key of their own that the lock's key gives.
@MainActor @Observable final class Notebook {
    enum Failure: Error, Hashable {
        /// The app was locked meanwhile.
        case locked
        /// The file is not what was written: another app's, damaged, or sealed under another key.
        case unreadable
        case unwritable
    }

    private(set) var notes: [Note] = []
    /// Why the notes on the screen are not those in the file.
    private(set) var failure: Failure?
    @ObservationIgnored private let key: DataKey
    @ObservationIgnored private let file: URL

    init(_ key: DataKey, _ file: URL) {
        self.key = key
        self.file = file
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        guard let seal = key.key(for: "notes") else {
            failure = .locked
            return
        }
        do {
            let box = try ChaChaPoly.SealedBox(combined: Data(contentsOf: file))
            notes = try JSONDecoder().decode([Note].self, from: ChaChaPoly.open(box, using: seal))
        } catch { failure = .unreadable }
    }

    /// Keeps a note, new or changed; one without anything in it goes.
    func keep(_ note: Note) {
        notes.removeAll { $0.id == note.id }
        if !note.text.isEmpty || !note.signature.isEmpty { notes.insert(note, at: 0) }
        write()
    }

    func remove(_ note: Note) {
        notes.removeAll { $0.id == note.id }
        write()
    }

    private func write() {
        // What cannot be read is not written over.
        guard failure != .unreadable else { return }
        failure = nil
        guard let seal = key.key(for: "notes") else {
            failure = .locked
            return
        }
        do {
            let sealed = try ChaChaPoly.seal(JSONEncoder().encode(notes), using: seal).combined
            try sealed.write(to: file, options: .atomic)
        } catch { failure = .unwritable }
    }
}

// SPDX-License-Identifier: MIT
import CryptoKit
import Foundation
import InkLockUI
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

/// All notes, encrypted in one file with a key that is derived from the lock's key. Each window has a notebook of its
/// own for the same file. Saving a note rereads the file and changes only that note.
@MainActor @Observable final class Notebook {
    enum Failure: Error, Hashable {
        /// The app was locked in the meantime.
        case locked
        /// The file belongs to another app, is damaged, or is encrypted with another key. It is not changed.
        case unreadable
        case unwritable
    }

    private(set) var notes: [Note] = []
    /// The reason why the notes on the screen differ from those in the file.
    private(set) var failure: Failure?
    @ObservationIgnored private let key: DataKey
    @ObservationIgnored private let file: URL

    init(_ key: DataKey, _ file: URL) {
        self.key = key
        self.file = file
        refresh()
    }

    /// Reads the file again, because another window may have changed it.
    func refresh() {
        do throws(Failure) {
            notes = try read()
            failure = nil
        } catch { failure = error }
    }

    /// Saves a note, new or changed. An empty note is removed. Returns `false` on failure.
    @discardableResult func keep(_ note: Note) -> Bool {
        do throws(Failure) {
            var all = try read()
            let isEmpty = note.text.isEmpty && note.signature.isEmpty
            if let place = all.firstIndex(where: { $0.id == note.id }) {
                all[place] = note
                if isEmpty { all.remove(at: place) }
            } else if !isEmpty {
                all.insert(note, at: 0)
            }
            try write(all)
            notes = all
            failure = nil
        } catch { failure = error }
        return failure == nil
    }

    private func read() throws(Failure) -> [Note] {
        let seal = try seal
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        do {
            let box = try ChaChaPoly.SealedBox(combined: Data(contentsOf: file))
            return try JSONDecoder().decode([Note].self, from: ChaChaPoly.open(box, using: seal))
        } catch { throw .unreadable }
    }

    private func write(_ notes: [Note]) throws(Failure) {
        let seal = try seal
        do {
            try ChaChaPoly.seal(JSONEncoder().encode(notes), using: seal).combined.write(to: file, options: .atomic)
        } catch { throw .unwritable }
    }

    private var seal: SymmetricKey {
        get throws(Failure) {
            guard let seal = key.key(for: "notes") else { throw .locked }
            return seal
        }
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkGeometry
import PicturePassword

/// A recorded drawing of a person.
struct Recording {
    /// The kinds of devices and speeds that are recorded.
    enum Kind: Int, CaseIterable {
        case phone, tablet, slow, medium, fast

        /// Picture units for each unit of the recording.
        var scale: Double {
            switch self {
            case .phone: 320.0 / 360
            case .tablet: 0.4
            case .slow, .medium, .fast: 320.0 / 240
            }
        }

        init?(path: String) {
            let words: [(String, Kind)] = [
                ("/Smartphone/", .phone), ("/Tablet/", .tablet), ("/slow/", .slow), ("/medium/", .medium),
                ("/fast/", .fast),
            ]
            guard let found = words.first(where: { path.contains($0.0) }) else { return nil }
            self = found.1
        }
    }

    /// The people whose drawings shape the verifier, and those whose drawings only measure it.
    enum Half {
        case tuning, reporting

        /// As in the tests of recordings: even numbers are for tuning.
        static func of(_ person: Int) -> Half { person % 2 == 0 ? .tuning : .reporting }
    }

    let kind: Kind
    /// The person's number. Those of different sets differ by 100.
    let person: Int
    let label: String
    /// The number of the repetition, in the order of paths.
    var repetition: Int
    /// The strokes in picture units.
    let fingers: [FingerPath]

    var half: Half { .of(person) }
    var gesture: PictureGesture { GestureParser().gesture(from: fingers).quantised() }

    /// Reads all recordings of a folder, in the order of their paths.
    static func read(_ folder: URL) throws -> [Recording] {
        var recordings: [Recording] = []
        for (number, name) in ["mmg_plus", "dollar1"].enumerated() {
            let data = try Data(contentsOf: folder.appendingPathComponent("\(name)/\(name).ndjson.gz"))
            let lines = try Gzip.decompressed(Array(data), limit: 200_000_000).split(separator: UInt8(ascii: "\n"))
            var found: [(path: [UInt8], recording: Recording)] = []
            for line in lines {
                guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
                    let path = object["path"] as? String, let kind = Kind(path: path),
                    let label = object["label"] as? String, let person = Int(object["user"] as? String ?? ""),
                    let strokes = object["strokes"] as? [[[Double]]]
                else { throw CocoaError(.fileReadCorruptFile) }
                let fingers = strokes.filter { !$0.isEmpty }.map { rows in
                    FingerPath(
                        rows.map {
                            GesturePoint(InkPoint(x: $0[0] * kind.scale, y: $0[1] * kind.scale), time: $0[2] / 1000)
                        })
                }
                found.append(
                    (
                        Array(path.utf8),
                        Recording(
                            kind: kind, person: person + 100 * number, label: label, repetition: 0, fingers: fingers)
                    ))
            }
            found.sort { $0.path.lexicographicallyPrecedes($1.path) }
            var counts: [String: Int] = [:]
            for var (_, recording) in found {
                let key = "\(recording.kind) \(recording.person) \(recording.label)"
                recording.repetition = counts[key, default: 0]
                counts[key] = recording.repetition + 1
                recordings.append(recording)
            }
        }
        return recordings
    }
}

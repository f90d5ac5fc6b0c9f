// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkGeometry
import PicturePassword

/// One recorded drawing: who drew it, what it shows, and its strokes.
struct RecordedSample: Sendable {
    let path: String
    let label: String
    let user: String
    /// Rows of x, y in the recording's units and t in milliseconds.
    let strokes: [[[Double]]]

    /// The samples of a file with one JSON object a line (`path`, `label`, `user`, `strokes`), perhaps compressed with
    /// gzip, in the order of their paths.
    static func read(_ file: InputFile) throws(CommandFailure) -> [RecordedSample] {
        var bytes = try file.bytes()
        if Gzip.isGzip(bytes) {
            do throws(Gzip.Failure) {
                bytes = try Gzip.decompressed(bytes, limit: InputFile.sizeLimit)
            } catch {
                throw CommandFailure(.malformedInput, "\(file.name): damaged, or larger than what is read")
            }
        }
        var samples: [RecordedSample] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let sample = RecordedSample(line: Data(line)) else {
                throw CommandFailure(
                    .malformedInput, "\(file.name): line \(index + 1) is no object with path, label, user and strokes")
            }
            samples.append(sample)
        }
        return samples.sorted { $0.path < $1.path }
    }

    private init?(line: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
            let path = object["path"] as? String, let label = object["label"] as? String,
            let user = object["user"] as? String, let strokes = object["strokes"] as? [[[Double]]],
            strokes.allSatisfy({ $0.allSatisfy { $0.count == 3 && $0.allSatisfy(\.isFinite) } })
        else { return nil }
        self.path = path
        self.label = label
        self.user = user
        self.strokes = strokes.filter { !$0.isEmpty }
    }

    /// The sample as a gesture: its strokes as they were drawn, or all of them as one path.
    /// - Parameter scale: picture units for each of the recording's.
    func gesture(scale: Double, isJoined: Bool, reader: GestureReader) -> Gesture {
        let fingers = strokes.map { rows in
            FingerPath(
                rows.map { GesturePoint(Point(x: $0[0] * scale, y: $0[1] * scale), time: $0[2] / 1000) })
        }
        guard isJoined else { return reader.gesture(from: fingers) }
        return Gesture([
            GesturePart(.path(isClosed: false), fingers: [FingerPath(fingers.flatMap { $0.points })])
        ])
    }
}

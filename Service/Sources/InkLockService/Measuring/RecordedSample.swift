// SPDX-License-Identifier: MIT
import InkFiles
import InkGeometry
import PicturePassword

/// One recorded drawing with its author, its label and its movement.
struct RecordedSample: Sendable {
    /// The file's texts as bytes, which compare in linear time.
    let path: [UInt8]
    let label: [UInt8]
    let user: [UInt8]
    let gesture: PictureGesture

    /// The halves of the people: those whose drawings shape InkLock's verifier, and those whose drawings measure it.
    enum Half { case tuning, reporting }

    /// The half of the person who drew. Users whose name ends in an even digit are for tuning.
    var half: Half {
        guard let last = user.last else { return .reporting }
        let isTuning = UInt8(ascii: "0")...UInt8(ascii: "9") ~= last && last % 2 == 0
        return isTuning ? .tuning : .reporting
    }
}

/// A reader of recordings. It reads line by line, so that only the samples are in memory, never the whole file.
struct RecordingReader {
    /// The options that select recordings and turn them into gestures.
    struct Options {
        /// Picture units for each of the recording's.
        var scale = 1.0
        /// A Boolean value that indicates whether all strokes become one path.
        var isJoined = false
        /// A text that a sample's path has to contain.
        var filter: String?
    }

    /// The maximum length of a line in bytes.
    static let lineLimit = 1 << 22
    /// The maximum number of points of all samples together.
    static let pointLimit = 4_000_000
    /// The maximum length of a drawing in picture units; a picture's shorter side has 320.
    static let lengthLimit = 50_000.0
    /// Pieces this small unpack to 4 MiB at most.
    private static let pieceSize = 1 << 12

    private let file: InputFile
    private let options: Options
    private let parser = GestureParser()
    private var samples: [RecordedSample] = []
    private var line: [UInt8] = []
    private var lineNumber = 1
    private var points = 0

    /// Returns the samples of a file with one JSON object per line (`path`, `label`, `user`, `strokes`), in the order
    /// of their paths. The file may be compressed with gzip.
    /// - Throws: An error if a line is not such an object or longer than ``lineLimit``, if there are more points than
    ///   ``pointLimit`` or longer drawings than ``lengthLimit``, or if gzip gives more than ``InputFile/sizeLimit``
    ///   bytes.
    static func read(_ file: InputFile, _ options: Options) throws(CommandError) -> [RecordedSample] {
        var reader = RecordingReader(file: file, options: options)
        var gzip: GzipStream?
        var isFirst = true
        try file.forEachPiece(of: pieceSize) { piece throws(CommandError) in
            if isFirst && Gzip.isGzip(piece) {
                gzip = try reader.unpacking { () throws(GzipError) in try GzipStream(limit: InputFile.sizeLimit) }
            }
            isFirst = false
            if let gzip {
                try reader.take(try reader.unpacked(piece, by: gzip))
            } else {
                try reader.take(piece)
            }
        }
        if let gzip { try reader.unpacking { () throws(GzipError) in try gzip.finish() } }
        try reader.endLine()
        return reader.samples.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private init(file: InputFile, options: Options) {
        self.file = file
        self.options = options
    }

    private func unpacked(_ piece: [UInt8], by gzip: GzipStream) throws(CommandError) -> [UInt8] {
        try unpacking { () throws(GzipError) in
            var bytes: [UInt8] = []
            try gzip.append(piece[...], to: &bytes)
            return bytes
        }
    }

    private func unpacking<Result>(_ body: () throws(GzipError) -> Result) throws(CommandError) -> Result {
        do throws(GzipError) {
            return try body()
        } catch {
            throw CommandError(
                .malformedInput, "\(file.name): damaged, or larger than the \(InputFile.sizeLimitText) that are read")
        }
    }

    private mutating func take(_ bytes: [UInt8]) throws(CommandError) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            try endLine()
            lineNumber += 1
            rest = rest[(end + 1)...]
        }
        line += rest
        guard line.count <= Self.lineLimit else {
            throw failure("has more than the \(Self.lineLimit >> 20) MiB that are read")
        }
    }

    /// Reads the line that has been collected. Empty lines are skipped.
    private mutating func endLine() throws(CommandError) {
        guard line.count <= Self.lineLimit else {
            throw failure("has more than the \(Self.lineLimit >> 20) MiB that are read")
        }
        guard line.contains(where: { $0 > 0x20 }) else { return line.removeAll() }
        let recording: Recording
        do throws(DrawingFileError) {
            recording = try Recording(line: line)
        } catch {
            throw failure("is no object with path, label, user and strokes")
        }
        line.removeAll(keepingCapacity: true)
        let path = Array(recording.path.utf8)
        if let filter = options.filter, !Self.contains(path, Array(filter.utf8)) { return }
        points += recording.strokes.reduce(0) { $0 + $1.count }
        guard points <= Self.pointLimit else {
            throw failure("is one too many: more than \(Self.pointLimit) points; choose some with --filter")
        }
        let fingers = recording.strokes.filter { !$0.isEmpty }.map { rows in
            FingerPath(
                rows.map {
                    GesturePoint(
                        InkPoint(x: $0.x * options.scale, y: $0.y * options.scale), time: $0.milliseconds / 1000)
                })
        }
        let joined = FingerPath(fingers.flatMap { $0.points })
        guard joined.length <= Self.lengthLimit else {
            throw failure("has a drawing of more than \(Int(Self.lengthLimit)) picture units; choose a smaller --scale")
        }
        let gesture =
            options.isJoined
            ? PictureGesture([GesturePart(.path(isClosed: false), fingers: [joined])]) : parser.gesture(from: fingers)
        samples.append(
            RecordedSample(
                path: path, label: Array(recording.label.utf8), user: Array(recording.user.utf8), gesture: gesture))
    }

    private func failure(_ reason: String) -> CommandError {
        CommandError(.malformedInput, "\(file.name): line \(lineNumber) \(reason)")
    }

    /// Returns whether a text contains another one. Both have at most some thousand bytes.
    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}

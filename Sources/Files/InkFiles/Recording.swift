// SPDX-License-Identifier: MIT

/// A recorded drawing, read from a line of JSON with `path`, `label`, `user`, and `strokes` of `[x, y, milliseconds]`.
public struct Recording: Hashable, Sendable {
    /// A position of the pointer, and its time.
    public struct Sample: Hashable, Sendable {
        /// The horizontal position in the recording's units.
        public var x: Double
        /// The vertical position in the recording's units.
        public var y: Double
        /// The time in milliseconds on the recording's clock.
        public var milliseconds: Double
    }

    /// The name of the recording, at most ``NamedDrawing/maximumNameBytes`` long.
    public let path: String
    /// The name of the drawn figure, at most ``NamedDrawing/maximumNameBytes`` long.
    public let label: String
    /// The name of the person who drew, at most ``NamedDrawing/maximumNameBytes`` long.
    public let user: String
    /// The strokes. All numbers are finite.
    public let strokes: [[Sample]]

    /// Reads one line.
    /// - Throws: ``DrawingFileError`` unless the line is one object with these members.
    /// - Complexity: O(`line.count`) for all input.
    public init(line: [UInt8]) throws(DrawingFileError) {
        let values = try JSONReader.values(line)
        guard values.count == 1 else { throw Self.malformed }
        path = try Self.text(values[0]["path"])
        label = try Self.text(values[0]["label"])
        user = try Self.text(values[0]["user"])
        guard let strokes = values[0]["strokes"]?.array else { throw Self.malformed }
        var samples: [[Sample]] = []
        for stroke in strokes {
            guard let rows = stroke.array else { throw Self.malformed }
            var stroke: [Sample] = []
            stroke.reserveCapacity(rows.count)
            for row in rows {
                guard let numbers = row.array, numbers.count == 3, let x = numbers[0].number,
                    let y = numbers[1].number, let time = numbers[2].number
                else { throw Self.malformed }
                stroke.append(Sample(x: x, y: y, milliseconds: time))
            }
            samples.append(stroke)
        }
        self.strokes = samples
    }

    private static var malformed: DrawingFileError {
        .invalidContent(at: .init(), reason: "A recording is an object with path, label, user and strokes.")
    }

    private static func text(_ value: JSONValue?) throws(DrawingFileError) -> String {
        guard let text = value?.text, text.utf8.count <= NamedDrawing.maximumNameBytes else { throw malformed }
        return text.string
    }
}

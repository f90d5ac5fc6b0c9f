// SPDX-License-Identifier: MIT
import InkStroke

/// The drawings of a JSON file in any of the three JSON formats.
struct JSONDrawings {
    /// The format that the caller expects; `nil` to detect it.
    private let expected: DrawingFormat?
    private(set) var drawings: [NamedDrawing] = []
    /// The format of the first drawing.
    private(set) var format: DrawingFormat?

    init(_ bytes: [UInt8], as expected: DrawingFormat?) throws(DrawingFileError) {
        self.expected = expected
        let values = try JSONReader.values(bytes)
        for (i, value) in values.enumerated() {
            try add(value, at: .init(drawing: values.count > 1 ? i + 1 : nil))
        }
    }

    private mutating func add(_ value: JSONValue, at place: DrawingFileError.Place) throws(DrawingFileError) {
        guard case .object(let members) = value else { return try addList(value, name: nil, at: place) }
        if expected == .inklock || expected == nil && value["format"]?.text == DrawingJSON.name {
            format = format ?? .inklock
            drawings.append(try DrawingJSON.read(value, at: place))
        } else if let strokes = value["strokes"] {
            let name = (value["path"] ?? value["label"] ?? value["name"])?.text
            try addList(strokes, name: name, at: place)
        } else {
            // If several members have the same name, the last one counts, as is usual in JSON.
            var last: [FileText: Int] = [:]
            for (i, member) in members.enumerated() { last[member.key] = i }
            for (i, member) in members.enumerated() where last[member.key] == i {
                try addList(member.value, name: member.key, at: place.drawing == nil ? .init(drawing: i + 1) : place)
            }
        }
    }

    private mutating func addList(
        _ value: JSONValue, name: FileText?, at place: DrawingFileError.Place
    ) throws(DrawingFileError) {
        if expected == .inklock { throw .invalidContent(at: place, reason: "an object is expected.") }
        let looksLikeSignaturePad = value.array?.first?["points"] != nil
        if expected == .signaturePad || expected == nil && looksLikeSignaturePad {
            format = format ?? .signaturePad
            drawings.append(try SignaturePadJSON.read(value, name: name, at: place))
        } else {
            format = format ?? .rows
            drawings.append(try PointListJSON.read(value, name: name, at: place))
        }
    }
}

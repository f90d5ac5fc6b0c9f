// SPDX-License-Identifier: MIT
import InkExport

/// An error in reading or writing a drawing.
///
/// Strokes are secret, so no case carries a coordinate, a time or any text of the file.
public enum DrawingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A place in a file, counted from 1; `nil` for parts that do not apply.
    public struct Place: Hashable, Sendable {
        /// The number of the drawing in a file with several drawings.
        public var drawing: Int?
        /// The number of the stroke in the drawing.
        public var stroke: Int?
        /// The number of the sample in the stroke.
        public var sample: Int?

        public init(drawing: Int? = nil, stroke: Int? = nil, sample: Int? = nil) {
            self.drawing = drawing
            self.stroke = stroke
            self.sample = sample
        }
    }

    /// The file has more bytes than the caller allows.
    case tooLarge(maximumBytes: Int)
    /// The first bytes do not match any of the formats.
    case unknownFormat
    /// The text is not valid JSON or XML. Lines and columns count from 1.
    case invalidSyntax(line: Int, column: Int, reason: String)
    /// The syntax is valid, but the contents are not a drawing.
    case invalidContent(at: Place, reason: String)
    /// The compact strokes cannot be read.
    case unreadableCompactStrokes(CodecError)
    /// The format cannot represent this drawing.
    case unwritable(reason: String)

    public var description: String {
        switch self {
        case .tooLarge(let bytes): "The file has more than the \(bytes) bytes allowed: split it, or raise the limit."
        case .unknownFormat:
            "This is not a drawing that InkLock can read: expected its own JSON or compact form, signature_pad's JSON, "
                + "rows of numbers in JSON, InkML, or ISO/IEC 19794-7."
        case .invalidSyntax(let line, let column, let reason): "Line \(line), column \(column): \(reason)"
        case .invalidContent(let place, let reason): "\(place)\(reason)"
        case .unreadableCompactStrokes(let error): Self.describe(error)
        case .unwritable(let reason): reason
        }
    }

    private static func describe(_ error: CodecError) -> String {
        switch error {
        case .notCompactStrokes: "These are not compact strokes: they do not begin with INKL."
        case .unsupportedVersion(let version):
            "The compact strokes are of version \(version), which a later InkLock wrote: read them with that one."
        case .truncated(let offset): "The compact strokes end too early, at byte \(offset): fetch or save them again."
        case .invalid(let offset): "The compact strokes are damaged at byte \(offset): fetch or save them again."
        case .trailingBytes(let offset): "Something follows the compact strokes at byte \(offset): cut it off."
        }
    }
}

extension DrawingFileError {
    /// Returns a syntax error at a byte of the file.
    /// - Complexity: O(`offset`).
    static func invalidSyntax(_ bytes: [UInt8], at offset: Int, _ reason: String) -> DrawingFileError {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == 0x0A } + 1
        let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return .invalidSyntax(line: line, column: column, reason: "\(reason).")
    }
}

extension DrawingFileError.Place: CustomStringConvertible {
    /// "Drawing 2, stroke 1, sample 17: ", or an empty text.
    public var description: String {
        let parts = [("drawing", drawing), ("stroke", stroke), ("sample", sample)].compactMap { name, number in
            number.map { "\(name) \($0)" }
        }
        guard !parts.isEmpty else { return "" }
        let joined = parts.joined(separator: ", ")
        return joined.prefix(1).uppercased() + joined.dropFirst() + ": "
    }
}

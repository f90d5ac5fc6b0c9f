// SPDX-License-Identifier: MIT

/// The file formats of a drawing. docs/SPEC.md describes each.
public enum DrawingFormat: String, Hashable, Sendable, CaseIterable {
    /// InkLock's own JSON, with every number exactly as it was measured.
    case inklock
    /// The output of signature_pad's `toData()`.
    case signaturePad = "signature-pad"
    /// Plain lists of positions in JSON. Supported for reading only.
    case rows
    /// W3C Ink Markup Language, Recommendation of 20 September 2011.
    case inkML = "inkml"
    /// InkLock's compact binary form: about four bytes a sample, with positions rounded to 1/64 point.
    case compact

    /// The file name extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .inklock, .signaturePad, .rows: "json"
        case .inkML: "inkml"
        case .compact: "ink"
        }
    }

    /// Creates the format to write for a file name extension, in any case; `json` is ``inklock``.
    public init?(fileExtension: String) {
        guard fileExtension.utf8.count <= 5 else { return nil }
        let wanted = fileExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtension == wanted }) else { return nil }
        self = format
    }
}

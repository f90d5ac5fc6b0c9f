// SPDX-License-Identifier: MIT

/// The ways a drawing can be kept in a file. docs/SPEC.md describes each.
public enum DrawingFormat: String, Hashable, Sendable, CaseIterable {
    /// InkLock's own JSON: every number exactly as it was measured.
    case inklock
    /// What signature_pad's `toData()` gives.
    case signaturePad = "signature-pad"
    /// Plain lists of positions in JSON. Read, never written.
    case rows
    /// W3C Ink Markup Language, Recommendation of 20 September 2011.
    case inkML = "inkml"
    /// InkLock's compact binary form: about four bytes a sample, positions rounded to 1/64 point.
    case compact

    /// What a file's name ends with, without the dot.
    public var fileExtension: String {
        switch self {
        case .inklock, .signaturePad, .rows: "json"
        case .inkML: "inkml"
        case .compact: "ink"
        }
    }

    /// The format that is written under a name that ends so; `json` is ``inklock``. Upper case is as good.
    public init?(fileExtension: String) {
        guard fileExtension.utf8.count <= 5 else { return nil }
        let wanted = fileExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtension == wanted }) else { return nil }
        self = format
    }
}

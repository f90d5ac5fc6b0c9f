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
    /// InkLock's compact binary form. It keeps every number exactly; ``PackedStrokes`` can also round them.
    case compact
    /// A record of ISO/IEC 19794-7:2007 in the full format.
    case timeSeries2007 = "iso-19794-7-2007"
    /// A record of ISO/IEC 19794-7:2014 in the full format.
    case timeSeries2014 = "iso-19794-7-2014"
    /// The compact format of ISO/IEC 19794-7, with ``TimeSeries/compactColumns``. This format cannot be detected from a
    /// file's contents, so pass it when reading.
    case timeSeriesCompact = "iso-19794-7-compact"

    /// The file name extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .inklock, .signaturePad, .rows: "json"
        case .inkML: "inkml"
        case .compact: "ink"
        case .timeSeries2007, .timeSeries2014, .timeSeriesCompact: "sdi"
        }
    }

    /// Creates the format to write for a file name extension, in upper or lower case; `json` is ``inklock``, and `sdi`
    /// is ``timeSeries2007``. Returns `nil` for any other extension.
    public init?(fileExtension: String) {
        // Lengths are compared first, because a hostile name can be long.
        let format = Self.allCases.first {
            $0.fileExtension.utf8.count == fileExtension.utf8.count && $0.fileExtension == fileExtension.lowercased()
        }
        guard let format else { return nil }
        self = format
    }
}

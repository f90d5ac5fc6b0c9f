// SPDX-License-Identifier: MIT
import ArgumentParser
import InkFiles

/// The words for the formats of drawings on the command line.
enum FormatChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case json
    case signaturePad = "signature-pad"
    case inkml
    case ink
    case rows
    case iso2007 = "iso-2007"
    case iso2014 = "iso-2014"
    case isoCompact = "iso-compact"

    var format: DrawingFormat {
        switch self {
        case .json: .inklock
        case .signaturePad: .signaturePad
        case .inkml: .inkML
        case .ink: .compact
        case .rows: .rows
        case .iso2007: .timeSeries2007
        case .iso2014: .timeSeries2014
        case .isoCompact: .timeSeriesCompact
        }
    }
}

/// The words for the formats of pictures.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case png, svg, pdf
}

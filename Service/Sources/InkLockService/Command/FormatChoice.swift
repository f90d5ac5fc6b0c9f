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

    var format: DrawingFormat {
        switch self {
        case .json: .inklock
        case .signaturePad: .signaturePad
        case .inkml: .inkML
        case .ink: .compact
        case .rows: .rows
        }
    }
}

/// The words for the formats of pictures.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case png, svg, pdf
}

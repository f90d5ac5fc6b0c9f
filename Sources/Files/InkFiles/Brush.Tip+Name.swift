// SPDX-License-Identifier: MIT
import InkStroke

extension Brush.Tip {
    init?(name: FileText) {
        switch name {
        case "pen": self = .pen
        case "marker": self = .marker
        case "pencil": self = .pencil
        default: return nil
        }
    }

    /// The tip's name in files.
    var name: String {
        switch self {
        case .pen: "pen"
        case .marker: "marker"
        case .pencil: "pencil"
        }
    }
}

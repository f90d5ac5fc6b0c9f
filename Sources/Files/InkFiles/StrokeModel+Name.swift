// SPDX-License-Identifier: MIT
import InkStroke

extension StrokeModel {
    init?(name: FileText) {
        switch name {
        case "midpoint-quadratic": self = .midpointQuadratic
        case "smooth": self = .smooth
        case "fair": self = .fair
        default: return nil
        }
    }

    /// The model's name in files.
    var name: String {
        switch self {
        case .midpointQuadratic: "midpoint-quadratic"
        case .smooth: "smooth"
        case .fair: "fair"
        }
    }
}

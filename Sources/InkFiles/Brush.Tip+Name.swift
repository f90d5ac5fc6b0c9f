// SPDX-License-Identifier: MIT
import InkStroke

extension Brush.Tip {
    /// What files call the tip.
    var name: String {
        switch self {
        case .pen: "pen"
        case .marker: "marker"
        case .pencil: "pencil"
        }
    }
}

// SPDX-License-Identifier: MIT
import InkStroke

extension StrokeModel {
    /// What files call the model.
    var name: String {
        switch self {
        case .midpointQuadratic: "midpoint-quadratic"
        case .smooth: "smooth"
        }
    }
}

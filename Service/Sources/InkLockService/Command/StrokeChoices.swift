// SPDX-License-Identifier: MIT
import ArgumentParser
import InkStroke

/// The words for brushes and models on the command line.
enum BrushChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case pen, marker, pencil

    var brush: Brush {
        switch self {
        case .pen: .pen
        case .marker: .marker
        case .pencil: .pencil
        }
    }
}

/// The words for models.
enum ModelChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case smooth
    case midpoint = "midpoint-quadratic"

    var model: StrokeModel {
        switch self {
        case .smooth: .smooth
        case .midpoint: .midpointQuadratic
        }
    }
}

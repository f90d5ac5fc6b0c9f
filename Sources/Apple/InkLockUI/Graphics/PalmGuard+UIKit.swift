// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkStroke
    import UIKit

    extension PalmGuard.Pointer {
        /// Creates the kind of device that made a touch.
        @MainActor init(_ touch: UITouch) {
            switch touch.type {
            case .pencil: self = .pen
            case .direct: self = .finger
            default: self = .mouse
            }
        }
    }
#endif

// SPDX-License-Identifier: MIT
import InkRaster
import WasmBridge

extension Failure {
    init(_ error: RasterError) {
        switch error {
        case .empty: self = .empty
        case .tooLarge: self = .tooLarge
        }
    }
}

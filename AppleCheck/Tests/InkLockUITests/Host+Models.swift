// SPDX-License-Identifier: MIT
@testable import SwiftUI

extension _Host {
    /// Returns the first model of a type that the state of a view owns.
    func model<Model: AnyObject>(_ type: Model.Type) -> Model? {
        render()
        return store.boxes.values.lazy.compactMap { ($0 as? _Box<Model>)?.value }.first
    }
}

// SPDX-License-Identifier: MIT
import Foundation

extension Encodable {
    /// Returns the value as the JSON of the command's reports: indented, with sorted keys.
    func reportJSON() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

// SPDX-License-Identifier: MIT
import Foundation

/// Bytes that JSON has as base64. A list of numbers, as earlier versions of the app wrote, is read as well.
@propertyWrapper struct Base64: Codable, Hashable {
    var wrappedValue: [UInt8]

    init(wrappedValue: [UInt8]) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let data = try? container.decode(Data.self) {
            wrappedValue = Array(data)
        } else {
            wrappedValue = try container.decode([UInt8].self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(wrappedValue))
    }
}

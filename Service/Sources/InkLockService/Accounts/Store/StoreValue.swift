// SPDX-License-Identifier: MIT
import Foundation

/// A value in a column of the accounts' database.
enum StoreValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes(Data)
}

/// A type whose values a column holds.
protocol StoreConvertible {
    var storeValue: StoreValue { get }

    /// - Returns: `nil` if the value has another type or is out of range.
    init?(_ value: StoreValue)
}

extension Int64: StoreConvertible {
    var storeValue: StoreValue { .integer(self) }

    init?(_ value: StoreValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: StoreConvertible {
    var storeValue: StoreValue { .integer(Int64(self)) }

    init?(_ value: StoreValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

/// 0 or 1.
extension Bool: StoreConvertible {
    var storeValue: StoreValue { .integer(self ? 1 : 0) }

    init?(_ value: StoreValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension String: StoreConvertible {
    var storeValue: StoreValue { .text(self) }

    init?(_ value: StoreValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Data: StoreConvertible {
    var storeValue: StoreValue { .bytes(self) }

    init?(_ value: StoreValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

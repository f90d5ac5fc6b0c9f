// SPDX-License-Identifier: MIT

/// A JSON value (RFC 8259). It takes 16 bytes plus its contents.
enum JSONValue {
    struct Member {
        var key: FileText
        var value: JSONValue
    }

    case null
    case bool(Bool)
    /// Always finite.
    case number(Double)
    case string(FileText)
    case array([JSONValue])
    /// The members in the order of the file. Objects are small, so an array is faster than a dictionary.
    case object([Member])

    /// Returns the value of a member; `nil` if the value is not an object or has no such member. The last of several
    /// members with the same name counts, as in JavaScript.
    /// - Complexity: O(members).
    subscript(key: FileText) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    var text: FileText? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    var array: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }

    var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }
}

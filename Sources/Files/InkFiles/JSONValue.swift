// SPDX-License-Identifier: MIT

/// A JSON value (RFC 8259), 16 bytes and what it holds.
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
    /// In the order of the file. Few members are looked up in few places, so a list is quicker than a table.
    case object([Member])

    /// The member called `key`, the last of several as in JavaScript; `nil` for anything but an object with it.
    /// Complexity: O(members).
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

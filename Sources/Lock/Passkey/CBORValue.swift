// SPDX-License-Identifier: MIT
import Foundation
import InkBytes

/// A value of the Concise Binary Object Representation (RFC 8949), in the subset that authenticators use: whole
/// numbers, bytes, text, arrays, maps, true, false and null. Floating point, tags and indefinite lengths are not
/// supported.
enum CBORValue: Hashable {
    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// A map, whose keys are distinct numbers and short texts in ASCII.
    case map([CBORValue: CBORValue])
    case bool(Bool)
    case null

    /// The maximum nesting depth. The client to authenticator protocol (CTAP 2.1 §8) allows four.
    static let depthLimit = 4
    /// The maximum number of values in one item, nested ones included.
    static let countLimit = 1000
    /// The maximum number of bytes of a text key. Identifiers of WebAuthn have at most 32.
    static let keyLimit = 64

    /// Decodes one item. No bytes may follow it.
    /// - Complexity: O(bytes).
    init(decoding bytes: [UInt8]) throws(PasskeyError) {
        var reader = ByteReader<PasskeyError>(bytes)
        self = try reader.cborValue()
        guard reader.remaining == 0 else { throw .malformed(offset: reader.offset) }
    }

    /// The value of a text key; `nil` also if this value is not a map.
    subscript(key: String) -> CBORValue? {
        guard case .map(let map) = self else { return nil }
        return map[.text(key)]
    }

    /// The value of a whole-number key; `nil` also if this value is not a map.
    subscript(key: Int) -> CBORValue? {
        guard case .map(let map) = self else { return nil }
        return map[CBORValue(key)]
    }

    /// A Boolean value that indicates whether the value may be a key of a map. COSE and WebAuthn have no others.
    ///
    /// Hashing long text with marks takes quadratic time, also as a part of an array or a map.
    fileprivate var isKey: Bool {
        switch self {
        case .unsigned, .negative: true
        case .text(let text): text.utf8.count <= Self.keyLimit && text.utf8.allSatisfy { $0 < 0x80 }
        case .bytes, .array, .map, .bool, .null: false
        }
    }

    init(_ number: Int) { self = number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number)) }
}

extension ByteReader where Failure == PasskeyError {
    /// Reads the next item and leaves the bytes that follow it.
    mutating func cborValue() throws(PasskeyError) -> CBORValue {
        var left = CBORValue.countLimit
        return try value(depth: 0, left: &left)
    }

    private mutating func value(depth: Int, left: inout Int) throws(PasskeyError) -> CBORValue {
        let start = offset
        left -= 1
        guard depth <= CBORValue.depthLimit, left >= 0 else { throw .malformed(offset: start) }
        let head = try byte()
        let (major, info) = (head >> 5, head & 31)
        if major == 7 {
            switch info {
            case 20: return .bool(false)
            case 21: return .bool(true)
            case 22: return .null
            default: throw .malformed(offset: start)
            }
        }
        let argument = try argument(info, start)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(try bytes(count(argument, start)))
        case 3:
            let utf8 = try bytes(count(argument, start))
            // Foundation's conversion would leave a byte order mark out.
            let text = String(decoding: utf8, as: UTF8.self)
            guard text.utf8.elementsEqual(utf8) else { throw .malformed(offset: start) }
            return .text(text)
        case 4:
            var values: [CBORValue] = []
            for _ in 0..<(try count(argument, start)) { values.append(try value(depth: depth + 1, left: &left)) }
            return .array(values)
        case 5:
            var map: [CBORValue: CBORValue] = [:]
            for _ in 0..<(try count(argument, start)) {
                let place = offset
                let key = try value(depth: depth + 1, left: &left)
                guard key.isKey else { throw .malformed(offset: place) }
                guard map.updateValue(try value(depth: depth + 1, left: &left), forKey: key) == nil else {
                    throw .malformed(offset: start)
                }
            }
            return .map(map)
        default: throw .malformed(offset: start)
        }
    }

    /// Reads the number after an item's head, the most significant byte first.
    private mutating func argument(_ info: UInt8, _ start: Int) throws(PasskeyError) -> UInt64 {
        guard info > 23 else { return UInt64(info) }
        guard info < 28 else { throw .malformed(offset: start) }
        var argument: UInt64 = 0
        for byte in try bytes(1 << Int(info - 24)) { argument = argument << 8 | UInt64(byte) }
        return argument
    }

    /// Returns the number as a count, if it is not greater than the number of remaining bytes.
    private func count(_ argument: UInt64, _ start: Int) throws(PasskeyError) -> Int {
        guard argument <= UInt64(remaining) else { throw .malformed(offset: start) }
        return Int(argument)
    }
}

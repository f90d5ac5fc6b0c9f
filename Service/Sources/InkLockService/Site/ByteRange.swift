// SPDX-License-Identifier: MIT

/// The part of a file that a request asks for (RFC 9110 §14).
///
/// A request for several parts gets the whole file, as the RFC allows, so that a short request cannot cause much work.
enum ByteRange: Hashable {
    /// The whole file: the request names no range, or one that this type does not support.
    case whole
    /// Some of the file's bytes.
    case part(Range<Int>)
    /// Bytes that the file does not have.
    case unsatisfiable

    /// The maximum length of a field that is read, in bytes.
    private static let lengthLimit = 64
    private static let unit = "bytes="

    /// Reads a `Range` field.
    /// - Parameters:
    ///   - field: The value of the field.
    ///   - size: The number of bytes of the file.
    /// - Complexity: O(1).
    init(_ field: String, size: Int) {
        self = Self.read(field.utf8, size: size) ?? .whole
    }

    /// Reads a range of bytes. Returns `nil` for anything else.
    private static func read(_ field: String.UTF8View, size: Int) -> ByteRange? {
        guard field.count <= lengthLimit, String(field.prefix(unit.utf8.count))?.lowercased() == unit else {
            return nil
        }
        let parts = field.dropFirst(unit.utf8.count).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[0].isEmpty {
            guard let count = number(parts[1]) else { return nil }
            guard count > 0 else { return .unsatisfiable }
            return size == 0 ? nil : .part(max(size - count, 0)..<size)
        }
        guard let first = number(parts[0]) else { return nil }
        guard !parts[1].isEmpty else { return first < size ? .part(first..<size) : .unsatisfiable }
        guard let last = number(parts[1]), first <= last else { return nil }
        return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    }

    /// Returns the number of some digits, or the largest number if they exceed it.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (product, isBeyond) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            value = isBeyond || isOver ? .max : sum
        }
        return value
    }
}

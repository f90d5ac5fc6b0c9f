// SPDX-License-Identifier: MIT

/// An error that a codec throws for malformed bytes. Offsets count bytes from the start of the input.
package protocol ByteDecodingError: Error {
    /// The bytes end in the middle of a value, or a count exceeds the remaining bytes.
    static func truncated(offset: Int) -> Self
    /// A value that no encoder writes.
    static func invalid(offset: Int) -> Self
    /// More bytes follow the last value.
    static func trailingBytes(offset: Int) -> Self
}

// SPDX-License-Identifier: MIT

/// The requirements on a codec's error type for malformed bytes. Offsets count bytes from the start of the input.
package protocol ByteDecodingError: Error {
    /// The bytes end in the middle of a value, or a count promises more than there is.
    static func truncated(offset: Int) -> Self
    /// A value no encoder writes.
    static func invalid(offset: Int) -> Self
    /// More bytes follow what was read.
    static func trailingBytes(offset: Int) -> Self
}

// SPDX-License-Identifier: MIT
import InkBytes

/// An error in decoding a gesture, a template or a replay guard. Offsets count bytes from the start of the data.
public enum GestureDecodingError: Error, Hashable, Sendable, ByteDecodingError {
    /// The data does not start with the expected magic number, so it has another format.
    case wrongFormat
    /// A later version of InkLock wrote the data. Read it with that version.
    case unsupportedVersion(UInt8)
    /// The data ends in the middle of a value, or a count exceeds the remaining data. The data was truncated.
    case truncated(offset: Int)
    /// A value that no encoder writes. The data is damaged.
    case invalid(offset: Int)
    /// More bytes follow. Remove them.
    case trailingBytes(offset: Int)
    /// A replay guard was written with another key, or was changed later.
    case unauthentic
}

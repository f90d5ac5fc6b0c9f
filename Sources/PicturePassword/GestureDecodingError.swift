// SPDX-License-Identifier: MIT
import InkBytes

/// Why bytes are not a gesture, a template or a replay guard. Offsets count bytes from the beginning.
public enum GestureDecodingError: Error, Hashable, Sendable, ByteFailure {
    /// The bytes begin otherwise: they are something else.
    case foreign
    /// Written by a later InkLock: read it with that one.
    case unsupportedVersion(UInt8)
    /// The bytes end in the middle of a value, or a count promises more than there is: they were cut short.
    case truncated(offset: Int)
    /// A value no encoder writes: the bytes are damaged.
    case invalid(offset: Int)
    /// More bytes follow: cut them off.
    case trailingBytes(offset: Int)
    /// Only of a replay guard: written with another key, or changed since.
    case unauthentic
}

// SPDX-License-Identifier: MIT
import InkBytes

/// Why bytes are not a drawing in the compact form. Offsets count bytes from the beginning.
public enum CodecError: Error, Hashable, Sendable, ByteFailure {
    /// The bytes do not begin with ``StrokeCodec/magic``: they are something else.
    case notCompactStrokes
    /// Written by a later InkLock: read it with that one.
    case unsupportedVersion(UInt8)
    /// The bytes end in the middle of a value, or a count promises more than there is: the file was cut short.
    case truncated(offset: Int)
    /// A value no encoder writes: the file is damaged.
    case invalid(offset: Int)
    /// More bytes follow the drawing: cut them off, or read the file they belong to.
    case trailingBytes(offset: Int)
}

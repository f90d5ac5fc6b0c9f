// SPDX-License-Identifier: MIT
import InkBytes

/// An error in decoding the compact format. Offsets count bytes from the start of the data.
public enum CodecError: Error, Hashable, Sendable, ByteDecodingError {
    /// The data does not start with ``StrokeCodec/magic``, so it has another format.
    case notCompactStrokes
    /// A later version of InkLock wrote the data. Read it with that version.
    case unsupportedVersion(UInt8)
    /// The data ends in the middle of a value, or a count exceeds the remaining data. The file was truncated.
    case truncated(offset: Int)
    /// A value that no encoder writes. The file is damaged.
    case invalid(offset: Int)
    /// More bytes follow the drawing. Remove them, or read the file that they belong to.
    case trailingBytes(offset: Int)
}

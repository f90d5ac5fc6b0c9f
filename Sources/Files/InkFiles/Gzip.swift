// SPDX-License-Identifier: MIT

/// Compression and decompression of gzip files (RFC 1952).
public enum Gzip {
    /// Returns a Boolean value that indicates whether bytes begin like a gzip file.
    public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns the decompressed contents of a gzip file of one or more members.
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limit: The maximum number of bytes of the output.
    /// - Throws: ``GzipError``.
    /// - Complexity: O(bytes in and out), whatever the number of members.
    public static func decompressed(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        let stream = try GzipStream(limit: limit)
        var result: [UInt8] = []
        try stream.append(bytes[...], to: &result)
        try stream.finish()
        return result
    }
}

/// The reason why bytes could not be decompressed.
public enum GzipError: Error, Hashable, Sendable {
    /// The bytes are not gzip, or are truncated or damaged.
    case malformed
    /// The output has more bytes than the limit.
    case tooLarge
}

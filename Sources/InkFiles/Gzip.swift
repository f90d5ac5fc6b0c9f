// SPDX-License-Identifier: MIT

/// Files compressed with gzip (RFC 1952).
public enum Gzip {
    /// Why bytes could not be unpacked.
    public enum Failure: Error, Hashable, Sendable {
        /// Not gzip, cut short, or damaged.
        case malformed
        /// More than the bytes that were allowed come out of it.
        case tooLarge
    }

    /// Whether bytes begin as a gzip file does.
    public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// What a gzip file of one or more members holds.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limit: the most bytes that may come out.
    /// - Complexity: O(bytes in and out), however many members there are.
    public static func decompressed(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        let stream = try GzipStream(limit: limit)
        var result: [UInt8] = []
        try stream.append(bytes[...], to: &result)
        try stream.finish()
        return result
    }
}

// SPDX-License-Identifier: MIT
import CZlib

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
    /// - Complexity: O(bytes in and out).
    public static func decompressed(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        repeat {
            start += try member(bytes[start...], into: &result, limit: limit)
        } while start < bytes.count
        return result
    }

    /// Appends what one member holds and returns its length.
    private static func member(
        _ bytes: ArraySlice<UInt8>, into result: inout [UInt8], limit: Int
    ) throws(Failure) -> Int {
        var stream = z_stream()
        // 16 more than the window's 15 bits: a gzip header is required.
        guard inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .malformed
        }
        defer { inflateEnd(&stream) }
        var input = Array(bytes)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        var taken = 0
        while status == Z_OK {
            let offered = min(input.count - taken, Int(UInt32.max))
            var made = 0
            input.withUnsafeMutableBufferPointer { input in
                chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_in = input.baseAddress.map { $0 + taken }
                    stream.avail_in = UInt32(offered)
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    made = chunk.count - Int(stream.avail_out)
                }
            }
            taken += offered - Int(stream.avail_in)
            guard result.count + made <= limit else { throw .tooLarge }
            result += chunk[..<made]
            // Nothing left to read and nothing made: the file ends too early.
            guard status != Z_OK || made > 0 || taken < input.count else { throw .malformed }
        }
        guard status == Z_STREAM_END else { throw .malformed }
        return taken
    }
}

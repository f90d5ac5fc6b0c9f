// SPDX-License-Identifier: MIT
import CZlib

extension Gzip {
    /// Returns a gzip file of one member, without a name or a time, so that equal bytes give equal files.
    /// - Parameters:
    ///   - bytes: The bytes to compress.
    ///   - level: 1, the fastest, to 9, the smallest result.
    /// - Returns: `nil` if zlib fails, for example without enough memory.
    /// - Complexity: O(`bytes.count`).
    public static func compressed(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the window's 15 bits: a gzip header is written.
        guard
            deflateInit2_(
                &stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        guard bytes.count < Int(UInt32.max) else { return nil }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }
}

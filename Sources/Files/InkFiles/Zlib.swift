// SPDX-License-Identifier: MIT
import CZlib

/// Compressed streams (RFC 1950), as PDF and PNG files contain them.
public enum Zlib {
    /// Returns the bytes as a zlib stream, compressed at zlib's default level, for the `compress` arguments of
    /// InkExport.
    ///
    /// The same bytes give the same stream with the same version of zlib.
    ///
    /// - Complexity: O(`bytes.count`), in time and memory.
    public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { target, count in
            // The bound leaves no other failure than memory, which Swift does not survive either.
            let status = compress2(target.baseAddress, &length, bytes, uLong(bytes.count), 6)
            precondition(status == Z_OK, "zlib found no memory")
            count = Int(length)
        }
    }
}

// SPDX-License-Identifier: MIT
import CZlib

/// An incremental decompressor for gzip files with one or more members.
public final class GzipStream {
    /// The size of the output buffer in bytes.
    private static let pieceSize = 1 << 16

    // zlib keeps the address of its state, so the state may not move.
    private let state: UnsafeMutablePointer<z_stream>
    private let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: GzipStream.pieceSize)
    private var isMemberComplete = false
    private var room: Int

    /// Creates a decompressor.
    /// - Parameter limit: The maximum number of bytes of output in total.
    /// - Throws: `.malformed` if zlib cannot be initialised.
    public init(limit: Int) throws(GzipError) {
        room = limit
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        // 16 more than the window's 15 bits: a gzip header is required.
        guard inflateInit2_(state, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .malformed
        }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        piece.deallocate()
    }

    /// Decompresses the next bytes of the file and appends the output, which has at most 1,032 bytes for each byte of
    /// input.
    /// - Throws: ``GzipError``. Nothing can be appended after an error.
    /// - Complexity: O(bytes in and out).
    public func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) throws(GzipError) {
        var taken = bytes.startIndex
        while taken < bytes.endIndex {
            if isMemberComplete {
                guard inflateReset(state) == Z_OK else { throw .malformed }
                isMemberComplete = false
            }
            let offered = min(bytes.endIndex - taken, 1 << 30)
            var made = Self.pieceSize
            var status = Z_OK
            bytes[taken..<taken + offered].withUnsafeBufferPointer { input in
                state.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                state.pointee.avail_in = UInt32(offered)
                // A full buffer may not be all output, so the loop continues until zlib leaves space.
                while made == Self.pieceSize && status == Z_OK && room >= 0 {
                    state.pointee.next_out = piece.baseAddress
                    state.pointee.avail_out = UInt32(Self.pieceSize)
                    status = inflate(state, Z_NO_FLUSH)
                    made = Self.pieceSize - Int(state.pointee.avail_out)
                    room -= made
                    if room >= 0 { output += piece[..<made] }
                }
            }
            guard room >= 0 else { throw .tooLarge }
            taken += offered - Int(state.pointee.avail_in)
            switch status {
            case Z_STREAM_END: isMemberComplete = true
            // Z_BUF_ERROR: the last output filled the buffer exactly, and zlib needs more input.
            case Z_OK, Z_BUF_ERROR: guard state.pointee.avail_in == 0 else { throw .malformed }
            default: throw .malformed
            }
        }
    }

    /// Checks that the file ends at the end of a member.
    /// - Throws: ``GzipError/malformed`` if it ends earlier.
    public func finish() throws(GzipError) { guard isMemberComplete else { throw .malformed } }
}

// SPDX-License-Identifier: MIT
import CZlib

/// Unpacks a gzip file of one or more members piece by piece.
public final class GzipStream {
    /// Bytes that zlib is offered room for at once.
    private static let pieceSize = 1 << 16

    // zlib keeps the address of its state, so the state may not move.
    private let state: UnsafeMutablePointer<z_stream>
    private let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: GzipStream.pieceSize)
    private var isMemberComplete = false
    private var room: Int

    /// - Parameter limit: the most bytes that may come out in all.
    /// - Throws: `.malformed` where zlib cannot begin.
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

    /// Unpacks the file's next bytes and appends what comes out, at most 1,032 bytes for each.
    /// - Throws: ``GzipError``; nothing can be appended after that.
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
                // A full piece may leave more behind, so zlib is asked until it leaves room.
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
            // zlib wants more input after a piece that it filled exactly.
            case Z_OK, Z_BUF_ERROR: guard state.pointee.avail_in == 0 else { throw .malformed }
            default: throw .malformed
            }
        }
    }

    /// Checks that the file ends where a member does.
    public func finish() throws(GzipError) { guard isMemberComplete else { throw .malformed } }
}

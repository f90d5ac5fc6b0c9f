// SPDX-License-Identifier: MIT
import CZlib

/// The zlib stream of a PNG file, unpacked row by row.
final class PNGRows {
    private let compressed: [UInt8]
    // zlib keeps the address of its state, so the state may not move.
    private let state: UnsafeMutablePointer<z_stream>
    private var taken = 0
    private var isComplete = false

    init(_ compressed: [UInt8]) throws(PNGError) {
        self.compressed = compressed
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        guard inflateInit_(state, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .outOfMemory
        }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
    }

    /// Fills the rest of `lines` from `start` on.
    func read(into lines: inout [UInt8], at start: Int) throws(PNGError) {
        let isFilled = lines.withUnsafeMutableBufferPointer { lines in
            var written = start
            while written < lines.count {
                let room = min(lines.count - written, 1 << 30)
                let made = lines.baseAddress.flatMap { inflate(into: $0 + written, room: room) }
                guard let made else { return false }
                written += made
            }
            return true
        }
        guard isFilled else { throw .invalidPixels }
    }

    /// Checks that the stream ends here, with the right checksum.
    func finish() throws(PNGError) {
        var spare: UInt8 = 0
        while !isComplete { guard inflate(into: &spare, room: 1) == 0 else { throw .invalidPixels } }
    }

    /// Unpacks at most `room` bytes and returns how many; `nil` where the stream is damaged or has ended.
    private func inflate(into target: UnsafeMutablePointer<UInt8>, room: Int) -> Int? {
        guard !isComplete else { return nil }
        return compressed.withUnsafeBufferPointer { source -> Int? in
            let offered = min(source.count - taken, 1 << 30)
            state.pointee.next_in = source.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
            state.pointee.avail_in = uInt(offered)
            state.pointee.next_out = target
            state.pointee.avail_out = uInt(room)
            let status = CZlib.inflate(state, Z_NO_FLUSH)
            let read = offered - Int(state.pointee.avail_in)
            let made = room - Int(state.pointee.avail_out)
            taken += read
            isComplete = status == Z_STREAM_END
            guard isComplete || status == Z_OK && (read > 0 || made > 0) else { return nil }
            return made
        }
    }
}

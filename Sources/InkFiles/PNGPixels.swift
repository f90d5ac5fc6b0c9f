// SPDX-License-Identifier: MIT
import CZlib
import InkStroke

/// Unpacks a PNG file's compressed rows into pixels.
struct PNGPixels {
    private let chunks: PNGChunks
    private var header: PNGHeader { chunks.header }

    init(_ chunks: PNGChunks) { self.chunks = chunks }

    /// Red, green, blue and straight alpha of every pixel.
    func rgba() throws(PNGError) -> [UInt8] {
        var rows = try inflated()
        let unpacker = PNGUnpacker(chunks)
        var output = [UInt8](repeating: 0, count: 4 * header.width * header.height)
        let bytesPerPixel = max(1, header.bitsPerPixel / 8)
        var start = 0
        for pass in header.passes {
            let stride = header.stride(pass)
            for y in 0..<pass.height {
                try Self.unfilter(&rows, at: start, stride: stride, bytesPerPixel: bytesPerPixel, isFirst: y == 0)
                let line = (pass.y + y * pass.stepY) * header.width
                for x in 0..<pass.width {
                    let pixel = try unpacker.pixel(x, of: rows, at: start + 1)
                    let target = 4 * (line + pass.x + x * pass.stepX)
                    output[target] = pixel.red
                    output[target + 1] = pixel.green
                    output[target + 2] = pixel.blue
                    output[target + 3] = pixel.alpha
                }
                start += stride + 1
            }
        }
        return output
    }

    /// Undoes a row's filter where it stands; `start` is the filter's number, the row above lies just before it.
    private static func unfilter(
        _ rows: inout [UInt8], at start: Int, stride: Int, bytesPerPixel: Int, isFirst: Bool
    ) throws(PNGError) {
        let row = start + 1
        let above = start - stride
        let filter = rows[start]
        guard filter <= 4 else { throw .pixels }
        guard filter != 0 else { return }
        for i in 0..<stride {
            let hasLeft = i >= bytesPerPixel
            let left = hasLeft ? Int(rows[row + i - bytesPerPixel]) : 0
            let up = isFirst ? 0 : Int(rows[above + i])
            let prediction: Int
            switch filter {
            case 1: prediction = left
            case 2: prediction = up
            case 3: prediction = (left + up) / 2
            default:
                let upperLeft = isFirst || !hasLeft ? 0 : Int(rows[above + i - bytesPerPixel])
                let toLeft = abs(up - upperLeft)
                let toUp = abs(left - upperLeft)
                let toUpperLeft = abs(left + up - 2 * upperLeft)
                prediction =
                    toLeft <= toUp && toLeft <= toUpperLeft ? left : toUp <= toUpperLeft ? up : upperLeft
            }
            rows[row + i] &+= UInt8(truncatingIfNeeded: prediction)
        }
    }

    private func inflated() throws(PNGError) -> [UInt8] {
        let expected = header.filteredCount
        // Deflate makes at most 1,032 bytes of one, so a short stream cannot claim a large buffer.
        guard expected / 1032 <= chunks.compressed.count else { throw .truncated }
        var output = [UInt8](repeating: 0, count: expected)
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .outOfMemory
        }
        defer { inflateEnd(&stream) }
        let isComplete = output.withUnsafeMutableBufferPointer { target in
            chunks.compressed.withUnsafeBufferPointer { source in Self.fill(target, from: source, &stream) }
        }
        guard isComplete else { throw .pixels }
        return output
    }

    /// True when the stream fills the target exactly and ends there with the right checksum.
    private static func fill(
        _ target: UnsafeMutableBufferPointer<UInt8>, from source: UnsafeBufferPointer<UInt8>, _ stream: inout z_stream
    ) -> Bool {
        var taken = 0
        var written = 0
        var spare: UInt8 = 0
        return withUnsafeMutablePointer(to: &spare) { spare in
            while true {
                // zlib counts in 32 bits. Once all is written, one spare byte lets it read the stream's end.
                let input = min(source.count - taken, 1 << 30)
                let room = min(target.count - written, 1 << 30)
                stream.next_in = source.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
                stream.avail_in = uInt(input)
                stream.next_out = room > 0 ? target.baseAddress.map { $0 + written } : spare
                stream.avail_out = uInt(max(room, 1))
                let status = inflate(&stream, Z_NO_FLUSH)
                taken += input - Int(stream.avail_in)
                let fresh = max(room, 1) - Int(stream.avail_out)
                guard room > 0 || fresh == 0 else { return false }
                written += fresh
                if status == Z_STREAM_END { return written == target.count }
                guard status == Z_OK && (input > 0 || fresh > 0) else { return false }
            }
        }
    }
}

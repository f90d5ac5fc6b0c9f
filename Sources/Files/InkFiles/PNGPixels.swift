// SPDX-License-Identifier: MIT
import InkStroke

/// Unpacks a PNG file's compressed rows into pixels, one row at a time.
struct PNGPixels {
    private let chunks: PNGChunks
    private var header: PNGHeader { chunks.header }

    init(_ chunks: PNGChunks) { self.chunks = chunks }

    /// Red, green, blue and straight alpha of every pixel.
    func rgba() throws(PNGError) -> [UInt8] {
        let expected = header.filteredCount
        // Deflate makes at most 1,032 bytes of one, so a short stream cannot claim a large buffer.
        guard expected / 1032 <= chunks.compressed.count else { throw .truncated }
        let rows = try PNGRows(chunks.compressed)
        let unpacker = PNGUnpacker(chunks)
        var output = [UInt8](repeating: 0, count: 4 * header.width * header.height)
        let bytesPerPixel = max(1, header.bitsPerPixel / 8)
        for pass in header.passes {
            let stride = header.stride(pass)
            // The row above, the filter's number, and the row.
            var lines = [UInt8](repeating: 0, count: 2 * stride + 1)
            for y in 0..<pass.height {
                try rows.read(into: &lines, at: stride)
                try Self.unfilter(&lines, stride: stride, bytesPerPixel: bytesPerPixel)
                let line = (pass.y + y * pass.stepY) * header.width
                for x in 0..<pass.width {
                    let pixel = try unpacker.pixel(x, of: lines, at: stride + 1)
                    let target = 4 * (line + pass.x + x * pass.stepX)
                    output[target] = pixel.red
                    output[target + 1] = pixel.green
                    output[target + 2] = pixel.blue
                    output[target + 3] = pixel.alpha
                }
                for i in 0..<stride { lines[i] = lines[stride + 1 + i] }
            }
        }
        try rows.finish()
        return output
    }

    /// Undoes a row's filter in place. The row above precedes the filter's number; it is zeros for the first row.
    private static func unfilter(_ lines: inout [UInt8], stride: Int, bytesPerPixel: Int) throws(PNGError) {
        let row = stride + 1
        let filter = lines[stride]
        guard filter <= 4 else { throw .invalidPixels }
        guard filter != 0 else { return }
        for i in 0..<stride {
            let hasLeft = i >= bytesPerPixel
            let left = hasLeft ? Int(lines[row + i - bytesPerPixel]) : 0
            let up = Int(lines[i])
            let prediction: Int
            switch filter {
            case 1: prediction = left
            case 2: prediction = up
            case 3: prediction = (left + up) / 2
            default:
                let upperLeft = hasLeft ? Int(lines[i - bytesPerPixel]) : 0
                let toLeft = abs(up - upperLeft)
                let toUp = abs(left - upperLeft)
                let toUpperLeft = abs(left + up - 2 * upperLeft)
                prediction =
                    toLeft <= toUp && toLeft <= toUpperLeft ? left : toUp <= toUpperLeft ? up : upperLeft
            }
            lines[row + i] &+= UInt8(truncatingIfNeeded: prediction)
        }
    }
}

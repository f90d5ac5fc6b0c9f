// SPDX-License-Identifier: MIT
import InkExport

/// The chunks of a PNG file that determine its pixels, checked for order and damage but not yet decompressed.
struct PNGChunks {
    let header: PNGHeader
    /// Red, green and blue of up to 256 colours; empty if there is no palette.
    private(set) var palette: [UInt8] = []
    /// The tRNS chunk: a grey, a colour, or alphas for the palette.
    private(set) var transparency: [UInt8]?
    private(set) var pixelsPerMetre: UInt32?
    /// The zlib stream.
    private(set) var compressed: [UInt8] = []

    private enum Stage { case beforePixels, pixels, afterPixels }

    init(_ bytes: [UInt8], maximumPixels: Int, maximumSide: Int) throws(PNGError) {
        guard bytes.starts(with: PNGFraming.signature) else { throw .notPNG }
        var offset = PNGFraming.signature.count
        let first = try PNGChunk(bytes, at: offset)
        guard first.type == "IHDR" else { throw .invalidChunk(offset: offset) }
        header = try PNGHeader(first.data, maximumPixels: maximumPixels, maximumSide: maximumSide)
        offset = first.end
        var stage = Stage.beforePixels
        while true {
            let chunk = try PNGChunk(bytes, at: offset)
            if chunk.type != "IDAT" && stage == .pixels { stage = .afterPixels }
            switch chunk.type {
            case "IEND":
                guard stage == .afterPixels else { throw .invalidChunk(offset: offset) }
                return
            case "IDAT":
                let hasColors = header.color != .palette || !palette.isEmpty
                guard stage != .afterPixels && hasColors else { throw .invalidChunk(offset: offset) }
                stage = .pixels
                compressed += chunk.data
            case "PLTE":
                guard stage == .beforePixels && palette.isEmpty && transparency == nil && accepts(palette: chunk.data)
                else { throw .invalidChunk(offset: offset) }
                palette = Array(chunk.data)
            case "tRNS":
                guard stage == .beforePixels && transparency == nil && accepts(transparency: chunk.data) else {
                    throw .invalidChunk(offset: offset)
                }
                transparency = Array(chunk.data)
            case "pHYs":
                let data = Array(chunk.data)
                // Only the metre is an absolute unit; unit 0 gives an aspect ratio.
                if data.count == 9 && data[8] == 1 && data[0..<4] == data[4..<8] {
                    pixelsPerMetre = data[0..<4].reduce(0) { $0 << 8 | UInt32($1) }
                }
            default:
                guard chunk.isAncillary else { throw .invalidChunk(offset: offset) }
            }
            offset = chunk.end
        }
    }

    private func accepts(palette: ArraySlice<UInt8>) -> Bool {
        guard header.color != .grey && header.color != .greyAlpha else { return false }
        let most = header.color == .palette ? 1 << header.depth : 256
        return palette.count % 3 == 0 && 1...most ~= palette.count / 3
    }

    private func accepts(transparency: ArraySlice<UInt8>) -> Bool {
        switch header.color {
        case .grey: transparency.count == 2
        case .rgb: transparency.count == 6
        case .palette: !transparency.isEmpty && transparency.count <= palette.count / 3
        case .greyAlpha, .rgba: false
        }
    }
}

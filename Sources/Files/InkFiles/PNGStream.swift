// SPDX-License-Identifier: MIT
import CZlib
import InkExport
import InkRaster

/// An incremental PNG encoder (ISO/IEC 15948), which does not keep the whole file in memory.
///
/// ```swift
/// let pieces = try PNGStream(bitmap)
/// while let piece = try pieces.next() { try output.write(piece) }
/// ```
public final class PNGStream {
    /// The storage of the pixels, RGBA with straight alpha.
    enum Pixels {
        case bytes([UInt8])
        case words([UInt32])

        func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
            switch self {
            case .bytes(let bytes): bytes.withUnsafeBufferPointer(body)
            case .words(let words): words.withUnsafeBytes { body($0.bindMemory(to: UInt8.self)) }
            }
        }
    }

    private enum Stage { case start, pixels, end, done }

    /// The size of a piece in compressed bytes.
    private static let pieceSize = 1 << 18

    private let width: Int
    private let height: Int
    private let pixels: Pixels
    private let pixelsPerMetre: UInt32?
    // zlib keeps the address of its state, so the state may not move.
    private let state: UnsafeMutablePointer<z_stream>
    private let compressed = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: PNGStream.pieceSize)
    private let blank: [UInt8]
    private var stage = Stage.start
    private var row = 0
    /// The filtered row, and the number of its bytes that zlib has consumed.
    private var line: [UInt8] = []
    private var taken = 0

    /// Creates an encoder for a rendered bitmap. The pixels are not copied.
    /// - Parameters:
    ///   - bitmap: The pixels with straight alpha.
    ///   - pixelsPerMetre: The resolution to declare; `nil` for none.
    /// - Throws: ``PNGError/outOfMemory``.
    public convenience init(_ bitmap: Bitmap, pixelsPerMetre: UInt32? = nil) throws(PNGError) {
        try self.init(
            width: Int(bitmap.width), height: Int(bitmap.height), pixels: .words(bitmap.pixels),
            pixelsPerMetre: pixelsPerMetre)
    }

    /// Creates an encoder for pixels.
    /// - Precondition: The pixels are `width` · `height`, both at least 1.
    init(width: Int, height: Int, pixels: Pixels, pixelsPerMetre: UInt32?) throws(PNGError) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.pixelsPerMetre = pixelsPerMetre
        blank = [UInt8](repeating: 0, count: 4 * width)
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        guard deflateInit_(state, 6, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .outOfMemory
        }
    }

    deinit {
        deflateEnd(state)
        state.deallocate()
        compressed.deallocate()
    }

    /// Returns the next bytes of the file, a few hundred kilobytes; `nil` at the end.
    /// - Throws: ``PNGError/outOfMemory``.
    /// - Complexity: O(pixels) for all pieces together.
    public func next() throws(PNGError) -> [UInt8]? {
        var piece: [UInt8] = []
        switch stage {
        case .start:
            PNGFraming.appendStart(width: width, height: height, pixelsPerMetre: pixelsPerMetre, to: &piece)
            stage = .pixels
        case .pixels: PNGFraming.appendPixels(try deflated(), to: &piece)
        case .end:
            PNGFraming.appendEnd(to: &piece)
            stage = .done
        case .done: return nil
        }
        return piece
    }

    /// Returns the next ``pieceSize`` bytes of the zlib stream, or fewer at its end.
    private func deflated() throws(PNGError) -> [UInt8] {
        state.pointee.next_out = compressed.baseAddress
        state.pointee.avail_out = UInt32(compressed.count)
        while state.pointee.avail_out > 0 && stage == .pixels {
            if taken == line.count && row < height { filterRow() }
            let isLast = row == height
            let status = line.withUnsafeBufferPointer { line in
                let offered = min(line.count - taken, 1 << 30)
                state.pointee.next_in = line.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
                state.pointee.avail_in = UInt32(offered)
                let status = deflate(state, isLast && offered == line.count - taken ? Z_FINISH : Z_NO_FLUSH)
                taken += offered - Int(state.pointee.avail_in)
                return status
            }
            guard status == Z_OK || status == Z_BUF_ERROR || status == Z_STREAM_END else { throw .outOfMemory }
            if status == Z_STREAM_END { stage = .end }
        }
        return Array(compressed[..<(compressed.count - Int(state.pointee.avail_out))])
    }

    private func filterRow() {
        line.removeAll(keepingCapacity: true)
        taken = 0
        let stride = 4 * width
        pixels.withBytes { pixels in
            blank.withUnsafeBufferPointer { blank in
                PNGFraming.append(
                    UnsafeBufferPointer(rebasing: pixels[row * stride..<(row + 1) * stride]),
                    above: row == 0
                        ? blank : UnsafeBufferPointer(rebasing: pixels[(row - 1) * stride..<row * stride]),
                    to: &line)
            }
        }
        row += 1
    }
}

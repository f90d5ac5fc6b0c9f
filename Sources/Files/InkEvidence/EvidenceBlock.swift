// SPDX-License-Identifier: MIT

/// A link of the chain: its place, the digest of the block before it, and its content.
package struct EvidenceBlock {
    enum Content {
        case opening(EvidenceOpening, EvidenceSealing?)
        case samples(SamplePiece)
        /// The number of strokes that were removed from the end of the drawing.
        case removal(Int)
        case closing(EvidenceClosing)
        /// A ``SamplePiece``, sealed.
        case sealed([UInt8])

        var kind: Kind {
            switch self {
            case .opening: .opening
            case .samples: .samples
            case .removal: .removal
            case .closing: .closing
            case .sealed: .sealed
            }
        }
    }

    /// The kind of a block, as its number in the file.
    package enum Kind: UInt8, CaseIterable { case opening, samples, removal, closing, sealed }

    /// The place in the file, from 0.
    let index: Int
    /// The digest of the block before, or empty in the first.
    let previous: [UInt8]
    let content: Content

    func encoded() -> [UInt8] {
        var output = CBORWriter()
        output.array(4)
        output.integer(Int64(index))
        output.bytes(previous)
        output.integer(Int64(content.kind.rawValue))
        switch content {
        case .opening(let opening, let sealing): opening.write(to: &output, sealing: sealing)
        case .samples(let piece): piece.write(to: &output)
        case .removal(let count): output.integer(Int64(count))
        case .closing(let closing): closing.write(to: &output)
        case .sealed(let bytes): output.bytes(bytes)
        }
        return output.bytes
    }

    /// Reads a block. Whether it follows the one before it is not checked.
    init(_ bytes: [UInt8]) throws(CBORError) {
        var input = CBORReader(bytes)
        _ = try input.array(4...4)
        let index = try input.count(in: 0...EvidenceLimits.blocks)
        let start = input.fault
        let previous = try input.bytes(0...32)
        guard previous.isEmpty || previous.count == 32 else { throw start }
        let kindFault = input.fault
        let content: Content
        switch Kind(rawValue: UInt8(try input.count(in: 0...255))) {
        case .opening:
            let (opening, sealing) = try EvidenceOpening.read(from: &input)
            content = .opening(opening, sealing)
        case .samples: content = .samples(try SamplePiece(from: &input))
        case .removal: content = .removal(try input.count(in: 1...EvidenceLimits.samples))
        case .closing: content = .closing(try EvidenceClosing(from: &input))
        case .sealed:
            content = .sealed(try input.bytes((EvidenceSealing.tagByteCount + 1)...EvidenceLimits.blockBytes))
        case nil: throw kindFault
        }
        try input.end()
        self.init(index: index, previous: previous, content: content)
    }

    init(index: Int, previous: [UInt8], content: Content) {
        self.index = index
        self.previous = previous
        self.content = content
    }
}

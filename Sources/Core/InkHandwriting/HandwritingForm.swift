// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The extent of a glyph in grid units, which letter spacing and the placement of marks depend on.
struct HandwritingForm {
    /// The bounding box of the nodes up to the top of a small letter.
    private(set) var low = InkRect.empty
    /// The bounding box of the nodes above that. A letter's upper part may overhang a small neighbour.
    private(set) var high = InkRect.empty
    /// The bounding boxes of the nodes in the upper part, and of those next to the baseline.
    private var crown = InkRect.empty
    private var foot = InkRect.empty

    var middle: Double { (min(low.minX, high.minX) + max(low.maxX, high.maxX)) * 0.5 }
    private var top: Double { max(low.maxY, high.maxY) }

    init(_ glyph: HandwritingGlyph) {
        glyph.visit { step in
            switch step {
            case .node(let p, _):
                if p.y <= 16 { low.formUnion(p) }
                if p.y > 16 { high.formUnion(p) }
                if p.y >= 0 && p.y <= 4 { foot.formUnion(p) }
            case .leadInEnds:
                low = .empty
                high = .empty
                foot = .empty
            default: break
            }
        }
        let waist = top * 0.6
        glyph.visit { step in
            if case .node(let p, _) = step, p.y >= waist { crown.formUnion(p) }
        }
    }

    /// Returns the origin of a mark. Marks for any letter are drawn around x = 32, and those above the letter as over a
    /// small one. The strokes through ø, đ, ł and similar letters are drawn at their letters' own positions.
    func anchor(of mark: UInt8) -> InkPoint {
        let rise = top > 20 ? top - 16 : 0
        switch mark {
        case UInt8(ascii: ","), UInt8(ascii: ";"):
            // Some letters have no node at the baseline.
            return InkPoint(x: (foot.isEmpty ? middle : (foot.minX + foot.maxX) * 0.5) - 32, y: 0)
        case UInt8(ascii: "|"): return InkPoint(x: crown.maxX - 32, y: 0)
        case UInt8(ascii: "/"), UInt8(ascii: "7"), UInt8(ascii: "L"), UInt8(ascii: "l"), UInt8(ascii: "D"),
            UInt8(ascii: "d"), UInt8(ascii: "H"), UInt8(ascii: "h"):
            return .zero
        default: return InkPoint(x: (crown.minX + crown.maxX) * 0.5 - 32, y: rise)
        }
    }
}

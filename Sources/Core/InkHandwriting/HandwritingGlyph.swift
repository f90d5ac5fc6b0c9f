// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A line of ``HandwritingAlphabet``: a letter or a mark as steps of the pen.
struct HandwritingGlyph {
    enum Step {
        /// Move to this point, in grid units, y upwards from the baseline.
        case node(InkPoint, isCorner: Bool)
        /// The end of the lead-in. The nodes before it are written only when the preceding letter joins this one.
        case leadInEnds
        /// The stroke continues into the next letter if that letter accepts a join.
        case runsOn
        case lift
    }

    private let steps: UnsafeBufferPointer<UInt8>
    let acceptsJoin: Bool

    /// Creates a glyph from the line of `table` that starts with `key`. Returns `nil` if there is none.
    ///
    /// - Complexity: O(table).
    init?(_ key: UInt8, in table: StaticString) {
        let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var start = 0
        while start < bytes.count && bytes[start] != key {
            while start < bytes.count && bytes[start] != UInt8(ascii: "\n") { start += 1 }
            start += 1
        }
        guard start < bytes.count else { return nil }
        var end = start + 1
        var acceptsJoin = false
        while end < bytes.count && bytes[end] != UInt8(ascii: "\n") {
            if bytes[end] == UInt8(ascii: "+") { acceptsJoin = true }
            end += 1
        }
        steps = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<end])
        self.acceptsJoin = acceptsJoin
    }

    /// Calls `body` with each step in writing order.
    @inline(never) func visit(_ body: (Step) -> Void) {
        var i = 0
        while i < steps.count {
            switch steps[i] {
            case UInt8(ascii: "+"): body(.leadInEnds)
            case UInt8(ascii: "-"): body(.runsOn)
            case UInt8(ascii: " "): body(.lift)
            default:
                let x = Double(steps[i]) - Double(UInt8(ascii: "0"))
                let y = Double(steps[i + 1]) - Double(UInt8(ascii: "D"))
                i += 1
                let isCorner = i + 1 < steps.count && steps[i + 1] == UInt8(ascii: "!")
                if isCorner { i += 1 }
                body(.node(InkPoint(x: x, y: y), isCorner: isCorner))
            }
            i += 1
        }
    }
}

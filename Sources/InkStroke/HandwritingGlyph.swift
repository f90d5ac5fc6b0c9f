// SPDX-License-Identifier: MIT
import InkGeometry

/// One line of ``HandwritingAlphabet``: a letter or a mark as the pen's steps.
struct HandwritingGlyph {
    enum Step {
        /// Go here, in grid units, y upwards from the baseline.
        case node(Point, isCorner: Bool)
        /// The nodes so far are written only when the letter before runs on into this one.
        case leadInEnds
        /// The stroke runs on into the next letter if that lets it.
        case runsOn
        case lift
    }

    private let steps: UnsafeBufferPointer<UInt8>
    let acceptsJoin: Bool

    /// The line of `table` that starts with `key`; `nil` when there is none. Complexity: O(table).
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

    /// Visits the steps in writing order.
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
                body(.node(Point(x: x, y: y), isCorner: isCorner))
            }
            i += 1
        }
    }
}

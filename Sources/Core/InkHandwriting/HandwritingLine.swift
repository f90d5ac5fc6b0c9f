// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A line of text: letters side by side, upright on the baseline in grid units, joined as in handwriting.
struct HandwritingLine {
    struct Node {
        var position: InkPoint
        var isCorner: Bool
        /// A Boolean value that indicates whether the pen goes down at this node.
        var startsPath: Bool
    }

    /// The written nodes in writing order.
    private(set) var nodes: [Node] = []
    /// The word whose last letter continues into the next one. It is empty while the pen is up.
    private var open: [Node] = []
    /// The bars, dots and accents that wait until the pen lifts.
    private var waiting: [Node] = []
    /// The right edge of the ink, at the height of small letters and above it, or `nil` before the first letter.
    private var edge: (low: Double, high: Double)?

    /// The space between letters that are not joined, in grid units.
    private static var gap: Double { 5 }
    private static var spaceWidth: Double { 12 }

    mutating func addSpace() {
        lift()
        guard let end = edge else { return }
        let right = max(end.low, end.high) + Self.spaceWidth
        edge = (right, right)
    }

    /// Writes a letter. Returns `false` if there is no glyph for it.
    mutating func add(_ key: UInt8, mark: UInt8) -> Bool {
        guard let glyph = HandwritingGlyph(key, in: HandwritingAlphabet.letters) else { return false }
        let form = HandwritingForm(glyph)
        let end = edge ?? (-Self.gap, -Self.gap)
        var x = max(end.low - form.low.minX, end.high - form.high.minX) + Self.gap
        let isJoined = glyph.acceptsJoin && !open.isEmpty
        if isJoined { x = open[open.count - 1].position.x } else { lift() }
        let origin = InkPoint(x: x, y: 0)
        let runsOn = write(glyph, at: origin, isJoined: isJoined)
        // The next letter may extend under or over this one, but only up to its middle.
        let middle = x + form.middle
        edge = (max(end.low, max(middle, x + form.low.maxX)), max(end.high, max(middle, x + form.high.maxX)))
        if let glyph = HandwritingGlyph(mark, in: HandwritingAlphabet.marks) {
            _ = write(glyph, at: origin + form.anchor(of: mark), waits: true)
        }
        if !runsOn { lift() }
        return true
    }

    /// Lifts the pen and adds the waiting bars, dots and accents.
    mutating func lift() {
        nodes.append(contentsOf: open)
        nodes.append(contentsOf: waiting)
        open.removeAll()
        waiting.removeAll()
    }

    /// Writes a glyph. Returns whether the pen stays down for the next letter.
    private mutating func write(
        _ glyph: HandwritingGlyph, at origin: InkPoint, isJoined: Bool = false, waits: Bool = false
    ) -> Bool {
        let exitHeight = open.last?.position.y ?? 0
        var isLeadIn = glyph.acceptsJoin
        var startsPath = !isJoined
        var runsOn = false
        glyph.visit { step in
            switch step {
            case .node(let p, let isCorner):
                // After a high exit the pen does not go down only to come up again.
                if isLeadIn && (!isJoined || p.y < exitHeight) { break }
                let node = Node(position: origin + p, isCorner: isCorner, startsPath: startsPath)
                if waits || runsOn { waiting.append(node) } else { open.append(node) }
                startsPath = false
            case .leadInEnds: isLeadIn = false
            case .runsOn: runsOn = true
            case .lift: startsPath = true
            }
        }
        return runsOn
    }
}

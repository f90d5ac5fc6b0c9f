// SPDX-License-Identifier: MIT
import InkGeometry

/// Sets letters side by side, upright on the baseline in grid units, and joins those that a hand joins.
struct HandwritingLine {
    struct Node {
        var position: Point
        var isCorner: Bool
        /// The pen goes down here.
        var startsPath: Bool
    }

    /// What has been written, in writing order.
    private(set) var nodes: [Node] = []
    /// The word whose last letter runs on into the next one; empty when the pen is up.
    private var open: [Node] = []
    /// Bars, dots and accents wait until the pen lifts.
    private var waiting: [Node] = []
    /// Where the ink ends, at the height of small letters and above them; `nil` before the first letter.
    private var edge: (low: Double, high: Double)?

    /// Between letters that are not joined, in grid units.
    private static var gap: Double { 5 }
    private static var spaceWidth: Double { 12 }

    mutating func addSpace() {
        lift()
        guard let end = edge else { return }
        let right = max(end.low, end.high) + Self.spaceWidth
        edge = (right, right)
    }

    /// Writes a letter; false when there is no glyph for it.
    mutating func add(_ key: UInt8, mark: UInt8) -> Bool {
        guard let glyph = HandwritingGlyph(key, in: HandwritingAlphabet.letters) else { return false }
        let form = HandwritingForm(glyph)
        let end = edge ?? (-Self.gap, -Self.gap)
        var x = max(end.low - form.low.minX, end.high - form.high.minX) + Self.gap
        let isJoined = glyph.acceptsJoin && !open.isEmpty
        if isJoined { x = open[open.count - 1].position.x } else { lift() }
        let origin = Point(x: x, y: 0)
        let runsOn = write(glyph, at: origin, isJoined: isJoined)
        // The next letter may reach under or over this one, but only half-way.
        let middle = x + form.middle
        edge = (max(end.low, max(middle, x + form.low.maxX)), max(end.high, max(middle, x + form.high.maxX)))
        if let glyph = HandwritingGlyph(mark, in: HandwritingAlphabet.marks) {
            _ = write(glyph, at: origin + form.anchor(of: mark), waits: true)
        }
        if !runsOn { lift() }
        return true
    }

    /// Lifts the pen and adds what waited for that.
    mutating func lift() {
        nodes.append(contentsOf: open)
        nodes.append(contentsOf: waiting)
        open.removeAll()
        waiting.removeAll()
    }

    /// Returns whether the pen stays down for the next letter.
    private mutating func write(
        _ glyph: HandwritingGlyph, at origin: Point, isJoined: Bool = false, waits: Bool = false
    ) -> Bool {
        let exitHeight = open.last?.position.y ?? 0
        var isLeadIn = glyph.acceptsJoin
        var startsPath = !isJoined
        var runsOn = false
        glyph.visit { step in
            switch step {
            case .node(let p, let isCorner):
                // From a high exit the pen does not go down again only to come up.
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

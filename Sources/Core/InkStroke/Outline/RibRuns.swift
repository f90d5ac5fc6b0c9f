// SPDX-License-Identifier: MIT
import InkGeometry

/// A hierarchy of bounding boxes over runs of 16 ribs, of 16 runs, and so on. It allows parts that are far from a
/// rectangle to be skipped in O(log n).
///
/// A skipped run is replaced by its chord, from its first rib to its last. The chord stays within the run's box, so
/// nothing changes inside the rectangle. The number of times a ray from inside crosses the run depends only on its
/// ends, so winding numbers there stay the same too.
struct RibRuns: Sendable {
    /// `boxes[level][i]` bounds the ribs from i·16^(level+1) up to and including (i + 1)·16^(level+1). Only full runs
    /// have a box.
    private var boxes: [[InkRect]] = []

    /// Adds the boxes of the runs that are full now. Before, `count` of the ribs existed.
    mutating func update(_ ribs: [Rib], from count: Int) {
        // A run is full when its last rib exists, which is also the first of the next run.
        var last = max(16, (count + 15) & ~15)
        while last < ribs.count {
            append(Self.box(of: ribs, (last - 16)..<(last + 1)))
            last += 16
        }
    }

    /// Returns the bounding box of the ribs from `first` on, with the help of the runs that have a box.
    func box(of ribs: [Rib], from first: Int) -> InkRect {
        let fullCount = boxes.isEmpty ? 0 : boxes[0].count
        let start = min((first + 15) & ~15, ribs.count)
        let end = max(start, min(fullCount << 4, ribs.count))
        var box = Self.box(of: ribs, first..<start).union(Self.box(of: ribs, end..<ribs.count))
        for run in (start >> 4)..<(end >> 4) { box = box.union(boxes[0][run]) }
        return box
    }

    @inline(never) private static func box(of ribs: [Rib], _ range: Range<Int>) -> InkRect {
        var box = InkRect.empty
        for i in range { box.formUnion(ribs[i]) }
        return box
    }

    private mutating func append(_ box: InkRect) {
        var box = box
        var level = 0
        while true {
            if level == boxes.count { boxes.append([]) }
            boxes[level].append(box)
            let count = boxes[level].count
            guard count & 15 == 0 else { return }
            box = .empty
            for i in (count - 16)..<count { box = box.union(boxes[level][i]) }
            level += 1
        }
    }

    /// Calls `body` with the indices `from + 1 ... to`, except the inner ones of runs outside `area`.
    func visit(_ from: Int, _ to: Int, near area: InkRect, _ body: (Int) -> Void) {
        var i = from
        while i < to {
            // Runs begin at every sixteenth rib.
            i = i & 15 == 0 ? nextEnd(i, limit: to, area) : i + 1
            body(i)
        }
    }

    /// Calls `body` with the indices `from ... to + 1` in descending order, except the inner ones of runs outside
    /// `area`.
    func visitBackwards(_ from: Int, _ to: Int, near area: InkRect, _ body: (Int) -> Void) {
        var i = from
        while i > to {
            body(i)
            i = i & 15 == 0 ? previousStart(i, area) : i - 1
        }
    }

    /// Returns the end of the longest run from `i` that lies outside `area`, or the next index.
    private func nextEnd(_ i: Int, limit: Int, _ area: InkRect) -> Int {
        var end = i + 1
        var level = 0
        while level < boxes.count {
            let shift = 4 * (level + 1)
            let run = i >> shift
            guard run << shift == i && run < boxes[level].count && (run + 1) << shift <= limit,
                !boxes[level][run].intersects(area)
            else { return end }
            end = (run + 1) << shift
            level += 1
        }
        return end
    }

    /// Returns the start of the longest run up to `i` that lies outside `area`, or the previous index.
    private func previousStart(_ i: Int, _ area: InkRect) -> Int {
        var start = i - 1
        var level = 0
        while level < boxes.count {
            let shift = 4 * (level + 1)
            let run = (i >> shift) - 1
            guard (run + 1) << shift == i && run >= 0 && run < boxes[level].count,
                !boxes[level][run].intersects(area)
            else { return start }
            start = run << shift
            level += 1
        }
        return start
    }
}

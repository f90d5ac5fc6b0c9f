// SPDX-License-Identifier: MIT

/// Measures a pixel in which an outline overlaps itself: how much of 64 lines across it has a winding number other
/// than zero.
struct OverlapCoverage {
    private var crossings: [(x: Int32, change: Int32)] = []

    /// - Parameters:
    ///   - entering: the winding numbers at the pixel's left border.
    ///   - first: the first of the pixel's pieces.
    /// - Returns: the covered area in 131,072nds of the pixel.
    mutating func area(entering: WindingRow, pieces: [OutlineFiller.Piece], first: Int32) -> Int32 {
        var total: Int32 = 0
        for line in 0..<64 {
            let y = Int32(4 * line + 2)
            crossings.removeAll(keepingCapacity: true)
            var index = first
            while index >= 0 {
                let piece = pieces[Int(index)]
                index = piece.next
                let y0 = Int32(piece.y0)
                let y1 = Int32(piece.y1)
                guard y0 <= y && y < y1 else { continue }
                let x = Int32(piece.x0) + (Int32(piece.x1) - Int32(piece.x0)) * (y - y0) / (y1 - y0)
                insert(x, piece.isUp ? 1 : -1)
            }
            total &+= covered(entering.number(at: line))
        }
        // 64 lines of 256 each.
        return total &* 8
    }

    private mutating func insert(_ x: Int32, _ change: Int32) {
        var i = crossings.count
        crossings.append((x, change))
        while i > 0 && crossings[i - 1].x > x {
            crossings[i] = crossings[i - 1]
            i -= 1
        }
        crossings[i] = (x, change)
    }

    private func covered(_ entering: Int32) -> Int32 {
        var number = entering
        var start: Int32 = 0
        var length: Int32 = 0
        for crossing in crossings {
            if number != 0 { length &+= crossing.x &- start }
            number &+= crossing.change
            start = crossing.x
        }
        return number != 0 ? length &+ 256 &- start : length
    }
}

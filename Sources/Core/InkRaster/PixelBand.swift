// SPDX-License-Identifier: MIT

/// Rows of pixels while they are filled: cuts edges at pixel borders, and adds up the pieces in each pixel.
///
/// All cells are empty between bands. A row has a cell for what is to the left of the clip, and one for each column.
/// `pieces` has room for all; see ``OutlineEdge/pieceLimit(rowCount:width:)``.
struct PixelBand {
    let cells: UnsafeMutablePointer<PixelCell>
    /// A bit for each cell that has pieces.
    let touched: UnsafeMutablePointer<UInt64>
    /// The difference between the winding numbers of a row and the row above, by edges that pass left of the clip from
    /// a row's upper border to its lower one.
    let steps: UnsafeMutablePointer<Int32>
    let pieces: UnsafeMutablePointer<Piece>
    let rowCount: Int
    /// The number of columns.
    let width: Int
    /// The position of the first row in 256ths of a pixel.
    let top: Int64
    private(set) var pieceCount: Int32 = 0

    init(
        cells: UnsafeMutablePointer<PixelCell>, touched: UnsafeMutablePointer<UInt64>,
        steps: UnsafeMutablePointer<Int32>, pieces: UnsafeMutablePointer<Piece>, rowCount: Int, width: Int, top: Int64
    ) {
        self.cells = cells
        self.touched = touched
        self.steps = steps
        self.pieces = pieces
        self.rowCount = rowCount
        self.width = width
        self.top = top
    }

    /// The number of cells in a row.
    @inline(__always) var stride: Int { Self.stride(width: width) }
    /// The number of words in a row of bits.
    @inline(__always) var wordCount: Int { Self.wordCount(width: width) }

    @inline(__always) static func stride(width: Int) -> Int { width &+ 1 }
    @inline(__always) static func wordCount(width: Int) -> Int { width >> 6 &+ 1 }

    /// Cuts the part of an edge within the band. Its position at each border between rows is that of the exact edge,
    /// rounded down. From one border to the next it changes by a quotient and a remainder, without a division.
    @inline(__always) mutating func cut(_ edge: OutlineEdge) {
        if edge.isLeft { return cutLeft(edge) }
        let whole = edge.y1 &- edge.y0
        let change = edge.x1 &- edge.x0
        let startY = edge.y0 &- top
        var x = edge.x0
        var y: Int64 = 0
        if startY >= 0 { y = startY } else { x &+= Self.divided(change &* (0 &- startY), by: whole).quotient }
        let endY = edge.y1 &- top
        var row = Int(truncatingIfNeeded: y >> 8)
        var fromY = Int32(truncatingIfNeeded: y & 255)
        var border = Int64(row &+ 1) << 8
        var nextX = edge.x1
        var remainder: Int64 = 0
        var step: Int64 = 0
        var stepRemainder: Int64 = 0
        if endY > border {
            (nextX, remainder) = Self.divided(change &* (border &- startY), by: whole)
            nextX &+= edge.x0
            // A shorter edge ends in the row after this one and needs no step.
            if endY &- border > 256 { (step, stepRemainder) = Self.divided(change &* 256, by: whole) }
        }
        while endY > border {
            cutRow(row, x, fromY, nextX, 256, edge.isUp)
            row &+= 1
            if row == rowCount { return }
            x = nextX
            fromY = 0
            border &+= 256
            nextX &+= step
            remainder &+= stepRemainder
            if remainder >= whole {
                remainder &-= whole
                nextX &+= 1
            }
        }
        cutRow(row, x, fromY, edge.x1, Int32(truncatingIfNeeded: endY &- border &+ 256), edge.isUp)
    }

    /// Adds an edge to the left of the clip, which counts by its height alone.
    @inline(never) private mutating func cutLeft(_ edge: OutlineEdge) {
        let y0 = Int(truncatingIfNeeded: max(edge.y0 &- top, 0))
        let y1 = Int(truncatingIfNeeded: min(edge.y1 &- top, Int64(rowCount) << 8))
        let from = (y0 &+ 255) >> 8
        let to = y1 >> 8
        if from < to {
            steps[from] &+= edge.isUp ? 1 : -1
            steps[to] &-= edge.isUp ? 1 : -1
        }
        let startY = Int32(truncatingIfNeeded: y0 & 255)
        let endY = Int32(truncatingIfNeeded: y1 & 255)
        if from > to { return cutRow(to, -1, startY, -1, endY, edge.isUp) }
        if startY > 0 { cutRow(from &- 1, -1, startY, -1, 256, edge.isUp) }
        if endY > 0 { cutRow(to, -1, 0, -1, endY, edge.isUp) }
    }

    /// Cuts the part of an edge within a row at pixel borders. Heights are 256ths of a pixel from the row's upper border.
    private mutating func cutRow(
        _ row: Int, _ x0: Int64, _ y0: Int32, _ x1: Int64, _ y1: Int32, _ isUp: Bool
    ) {
        let column0 = x0 >> 8
        let column1 = x1 >> 8
        let isRightwards = column0 < column1
        let step: Int64 = isRightwards ? 1 : -1
        let exit: Int32 = isRightwards ? 256 : 0
        var x = Int32(truncatingIfNeeded: x0 & 255)
        var y = y0
        var column = column0
        var last = column1
        var heights = BorderHeights()
        if column0 != column1 {
            let whole = (x1 &- x0) &* step
            let height = Int64(y1 &- y0)
            // To the left of the clip, one piece suffices.
            if isRightwards {
                if column < -1 { column = min(-1, column1) }
            } else {
                if column >= Int64(width) {
                    column = Int64(width) &- 1
                    // The border itself belongs to the pixel on its right.
                    if column < column1 { return }
                    x = 256
                    y &+= Int32(truncatingIfNeeded: height &* (x0 &- Int64(width) << 8) / whole)
                }
                last = max(column1, -1)
                column = max(column, last)
            }
            let border = isRightwards ? (column &+ 1) << 8 &- x0 : x0 &- column << 8
            heights = BorderHeights(height, first: border, whole, isOne: (last &- column).magnitude < 2)
        }
        while column < Int64(width) {
            let isLast = column == last
            let endX = isLast ? Int32(truncatingIfNeeded: x1 & 255) : exit
            let endY = isLast ? y1 : y0 &+ heights.next()
            add(row: row, Int(truncatingIfNeeded: max(column, -1) &+ 1), x, y, endX, endY, isUp)
            if isLast { return }
            x = 256 &- exit
            y = endY
            column &+= step
        }
    }

    /// Adds a piece to a cell, which is that of a column plus 1.
    @inline(__always) private mutating func add(
        row: Int, _ index: Int, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ isUp: Bool
    ) {
        guard y0 < y1 else { return }
        let cell = cells + (row &* stride &+ index)
        let heights = WindingRow.heights(y0, y1)
        // All bits are set for an edge that goes down.
        let sign: Int32 = isUp ? 0 : -1
        let height = ((y1 &- y0) ^ sign) &- sign
        // The direction is as good as random, so it selects a place rather than a branch.
        UnsafeMutableRawPointer(cell).advanced(by: isUp ? MemoryLayout<HeightCrossings>.stride : 0)
            .assumingMemoryBound(to: HeightCrossings.self).pointee.add(heights)
        cell.pointee.cover &+= 2 &* height
        cell.pointee.area &+= height &* (512 &- x0 &- x1)
        pieces[Int(pieceCount)] = Piece(x0: x0, y0: y0, x1: x1, y1: y1, isUp: isUp, previous: cell.pointee.last)
        pieceCount &+= 1
        cell.pointee.last = pieceCount
        touched[row &* wordCount &+ index >> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
    }

    /// Divides by a positive number, rounding down.
    @inline(__always) private static func divided(_ a: Int64, by b: Int64) -> (quotient: Int64, remainder: Int64) {
        let quotient = a / b
        let remainder = a &- quotient &* b
        return remainder < 0 ? (quotient &- 1, remainder &+ b) : (quotient, remainder)
    }
}

/// The heights at which a slice crosses pixel borders, one after the other, rounded down.
///
/// From one border to the next the height changes by a quotient and a remainder, without a division.
private struct BorderHeights {
    private var height: Int64 = 0
    private var remainder: Int64 = 0
    private var step: Int64 = 0
    private var stepRemainder: Int64 = 0
    private var whole: Int64 = 0

    init() {}

    /// - Parameters:
    ///   - height: The height of the slice.
    ///   - first: The horizontal distance of the first border from the slice's start, at most `whole`.
    ///   - whole: The width of the slice, above 0.
    ///   - isOne: A Boolean value that indicates that only the first height is needed.
    @inline(__always) init(_ height: Int64, first: Int64, _ whole: Int64, isOne: Bool) {
        self.whole = whole
        let product = height &* first
        self.height = product / whole
        remainder = product &- self.height &* whole
        step = isOne ? 0 : (height << 8) / whole
        stepRemainder = isOne ? 0 : height << 8 &- step &* whole
    }

    @inline(__always) mutating func next() -> Int32 {
        defer {
            height &+= step
            remainder &+= stepRemainder
            if remainder >= whole {
                remainder &-= whole
                height &+= 1
            }
        }
        return Int32(truncatingIfNeeded: height)
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry

/// Rows of pixels while they are filled: cuts edges at pixel borders, and adds up the pieces in each pixel.
///
/// A row has a cell for what is to the left of the clip, and one for each column. Positions are 256ths of a pixel from
/// the upper left corner of the band.
struct PixelBand {
    /// The number of the last piece in each cell, counted from 1.
    let lastPieces: UnsafeMutablePointer<UInt32>
    /// A bit for each cell that has pieces. The memory of others has no meaning.
    let touched: UnsafeMutablePointer<UInt64>
    /// The difference between the winding numbers of a row and the row above, by edges that pass left of the clip from
    /// a row's upper border to its lower one.
    let steps: UnsafeMutablePointer<Int32>
    let pieces: UnsafeMutableBufferPointer<Piece>
    /// The ``WindingRow/borders()``.
    let borders: UnsafePointer<UInt64>
    let rowCount: Int
    /// The number of columns.
    let width: Int
    private(set) var pieceCount = 0
    /// The last vertex, and the corner of the band, which is subtracted from all vertices.
    private var position: (x: Int64, y: Int64) = (0, 0)
    private var corner: (x: Int64, y: Int64) = (0, 0)
    /// The number of pixels in a point.
    private var scale = 1.0
    /// The greatest number of pieces of the edges that were omitted, because there is no memory for them.
    private(set) var missingCount = 0

    /// A part of an edge within a row. Heights are from the row's upper border.
    private struct Slice {
        var x0: Int64
        var y0: Int64
        var x1: Int64
        var y1: Int64
        /// 1 for an edge that goes up, otherwise 0.
        let up: UInt32
    }

    init(
        lastPieces: UnsafeMutablePointer<UInt32>, touched: UnsafeMutablePointer<UInt64>,
        steps: UnsafeMutablePointer<Int32>, pieces: UnsafeMutableBufferPointer<Piece>,
        borders: UnsafePointer<UInt64>, rowCount: Int, width: Int
    ) {
        self.lastPieces = lastPieces
        self.touched = touched
        self.steps = steps
        self.pieces = pieces
        self.borders = borders
        self.rowCount = rowCount
        self.width = width
    }

    /// The number of cells in a row.
    @inline(__always) var stride: Int { Self.stride(width: width) }
    /// The number of words in a row of bits.
    @inline(__always) var wordCount: Int { Self.wordCount(width: width) }

    @inline(__always) static func stride(width: Int) -> Int { width &+ 1 }
    @inline(__always) static func wordCount(width: Int) -> Int { width >> 6 &+ 1 }

    /// Removes all pieces.
    @inline(never) mutating func removeAll() {
        for i in 0..<rowCount &* wordCount { touched[i] = 0 }
        for i in 0...rowCount { steps[i] = 0 }
        pieceCount = 0
    }

    /// Starts an outline.
    /// - Parameters:
    ///   - vertex: The first vertex in points.
    ///   - scale: The number of pixels in a point.
    ///   - x: The column of the band's first pixel, counted from that at the origin of points.
    ///   - y: The row of the band's first pixel.
    @inline(never) mutating func start(at vertex: InkPoint, scale: Double, x: Int64, y: Int64) {
        self.scale = scale
        corner = (x << 8, y << 8)
        position = fixed(vertex)
    }

    /// Adds the edge from the last vertex to another one, if it can change the coverage of the band.
    @inline(never) mutating func line(to vertex: InkPoint) {
        let (fromX, fromY) = position
        position = fixed(vertex)
        let (toX, toY) = position
        let isUp = toY < fromY
        let y0 = min(fromY, toY)
        let y1 = max(fromY, toY)
        guard y0 != y1 && y1 > 0 && y0 < Int64(rowCount) << 8 else { return }
        // An edge to the right of the clip changes no winding number inside. One to its left counts by its height
        // alone.
        guard min(fromX, toX) < Int64(width) << 8 else { return }
        if fromX & toX < 0 { return cutLeft(y0, y1, isUp) }
        cut(isUp ? toX : fromX, y0, isUp ? fromX : toX, y1, up: isUp ? 1 : 0)
    }

    @inline(__always) private func fixed(_ vertex: InkPoint) -> (x: Int64, y: Int64) {
        (Self.fixed(vertex.x * scale * 256) &- corner.x, Self.fixed(vertex.y * scale * 256) &- corner.y)
    }

    /// Converts to whole subpixels, rounding halves upwards. The value is limited to ±4 million pixels, so that
    /// products of differences fit 64 bits.
    @inline(__always) private static func fixed(_ value: Double) -> Int64 {
        let limit = 1_073_741_824.0
        let limited = value < -limit ? -limit : value > limit ? limit : value
        // Above zero, truncation rounds down and is a single instruction.
        return Int64(limited + (limit + 0.5)) &- 1_073_741_824
    }

    /// Cuts the part of an edge within the band. Its position at each border between rows is that of the exact edge,
    /// rounded down. From one border to the next it changes by a quotient and a remainder, without a division.
    @inline(__always) private mutating func cut(
        _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, up: UInt32
    ) {
        let startY = max(y0, 0)
        var row = Int(truncatingIfNeeded: startY >> 8)
        // The row in which the edge ends, which may be below the band.
        let endRow = Int(truncatingIfNeeded: (y1 &- 1) >> 8)
        let lastRow = min(endRow, rowCount &- 1)
        let change = x1 &- x0
        let columns = Int(truncatingIfNeeded: min(change.magnitude >> 8, UInt64(truncatingIfNeeded: width)))
        guard hasRoom(columns &+ 2 &* (lastRow &- row &+ 1)) else { return }
        let whole = y1 &- y0
        let endY = y1 &- Int64(endRow) << 8
        var x = x0
        var y = startY & 255
        if y0 < 0 { x &+= Self.divided(change &* (0 &- y0), by: whole).quotient }
        var position = x1
        var remainder: Int64 = 0
        var (step, stepRemainder): (Int64, Int64) = (0, 0)
        if row < endRow {
            (position, remainder) = Self.divided(change &* (Int64(row &+ 1) << 8 &- y0), by: whole)
            position &+= x0
            // A shorter edge ends in the row after this one and needs no step.
            if row &+ 1 < endRow { (step, stepRemainder) = Self.divided(change << 8, by: whole) }
        }
        while true {
            let isEnd = row == endRow
            cut(x, y, isEnd ? x1 : position, isEnd ? endY : 256, up: up, row)
            if row == lastRow { return }
            row &+= 1
            x = position
            y = 0
            position &+= step
            remainder &+= stepRemainder
            if remainder >= whole {
                remainder &-= whole
                position &+= 1
            }
        }
    }

    /// Adds an edge to the left of the clip, which counts by its height alone.
    @inline(never) private mutating func cutLeft(_ y0: Int64, _ y1: Int64, _ isUp: Bool) {
        guard hasRoom(2) else { return }
        let y0 = Int(truncatingIfNeeded: max(y0, 0))
        let y1 = Int(truncatingIfNeeded: min(y1, Int64(rowCount) << 8))
        let from = (y0 &+ 255) >> 8
        let to = y1 >> 8
        if from < to {
            steps[from] &+= isUp ? 1 : -1
            steps[to] &-= isUp ? 1 : -1
        }
        let start = Int64(y0 & 255)
        let end = Int64(y1 & 255)
        if from > to { return addLeft(to, start, end, isUp) }
        if start > 0 { addLeft(from &- 1, start, 256, isUp) }
        if end > 0 { addLeft(to, 0, end, isUp) }
    }

    private mutating func addLeft(_ row: Int, _ y0: Int64, _ y1: Int64, _ isUp: Bool) {
        add(255, y0, 255, y1, up: isUp ? 1 : 0, row, 0)
    }

    /// Returns whether there is memory for more pieces.
    @inline(__always) private mutating func hasRoom(_ count: Int) -> Bool {
        if pieceCount &+ count <= pieces.count { return true }
        missingCount &+= count
        return false
    }

    /// Cuts a slice at pixel borders. Most slices are within the clip and cross one border or none.
    @inline(__always) private mutating func cut(
        _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, up: UInt32, _ row: Int
    ) {
        let column0 = x0 >> 8
        let column1 = x1 >> 8
        let direction = column1 &- column0
        let isInside = UInt64(bitPattern: column0 | column1) < UInt64(bitPattern: Int64(width))
        guard isInside && UInt64(bitPattern: direction &+ 1) < 3 else {
            return cutColumns(Slice(x0: x0, y0: y0, x1: x1, y1: y1, up: up), row, column0, column1)
        }
        var x = x0 & 255
        var y = y0
        if direction != 0 {
            // The right border of the first pixel, or its left one.
            let exit = (direction &+ 1) << 7
            let part = UInt32(truncatingIfNeeded: (exit &- x) &* direction)
            let whole = UInt32(truncatingIfNeeded: (x1 &- x0) &* direction)
            y = y0 &+ Int64(UInt32(truncatingIfNeeded: y1 &- y0) &* part / whole)
            if y > y0 { add(x, y0, exit, y, up: up, row, Int(truncatingIfNeeded: column0) &+ 1) }
            guard y < y1 else { return }
            x = 256 &- exit
        }
        add(x, y, x1 & 255, y1, up: up, row, Int(truncatingIfNeeded: column1) &+ 1)
    }

    /// Cuts any slice at pixel borders, from its upper end to its lower one.
    @inline(never) private mutating func cutColumns(
        _ slice: Slice, _ row: Int, _ column0: Int64, _ column1: Int64
    ) {
        let isRightwards = column0 < column1
        let step: Int64 = isRightwards ? 1 : -1
        let exit: Int64 = isRightwards ? 256 : 0
        var x = slice.x0 & 255
        var y = slice.y0
        var column = column0
        var last = column1
        var heights = BorderHeights()
        if column0 != column1 {
            let whole = (slice.x1 &- slice.x0) &* step
            let height = slice.y1 &- slice.y0
            // To the left of the clip, one piece suffices.
            if isRightwards {
                if column < -1 { column = min(-1, column1) }
            } else {
                if column >= Int64(width) {
                    column = Int64(width) &- 1
                    // The border itself belongs to the pixel on its right.
                    if column < column1 { return }
                    x = 256
                    y &+= height &* (slice.x0 &- Int64(width) << 8) / whole
                }
                last = max(column1, -1)
                column = max(column, last)
            }
            let border = isRightwards ? (column &+ 1) << 8 &- slice.x0 : slice.x0 &- column << 8
            heights = BorderHeights(height, first: border, whole, isOne: (last &- column).magnitude < 2)
        }
        while column < Int64(width) {
            let isLast = column == last
            let endX = isLast ? slice.x1 & 255 : exit
            let endY = isLast ? slice.y1 : slice.y0 &+ heights.next()
            if y < endY { add(x, y, endX, endY, up: slice.up, row, Int(truncatingIfNeeded: max(column, -1)) &+ 1) }
            if isLast { return }
            x = 256 &- exit
            y = endY
            column &+= step
        }
    }

    /// Adds a piece to a cell, which is that of a column plus 1.
    @inline(__always) private mutating func add(
        _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, up: UInt32, _ row: Int, _ index: Int
    ) {
        let word = touched + (row &* wordCount &+ index >> 6)
        let bit = UInt64(truncatingIfNeeded: index & 63)
        // A branch would be unpredictable, so a mask selects the previous piece.
        let mask = 0 &- UInt32(truncatingIfNeeded: word.pointee &>> bit & 1)
        word.pointee |= 1 &<< bit
        let last = lastPieces + (row &* stride &+ index)
        pieces[pieceCount] = Piece(x0, y0, x1, y1, up: up, previous: last.pointee & mask)
        pieceCount &+= 1
        last.pointee = UInt32(truncatingIfNeeded: pieceCount)
    }

    /// Divides by a positive number, rounding down.
    @inline(__always) private static func divided(_ a: Int64, by b: Int64) -> (quotient: Int64, remainder: Int64) {
        let sign = a >> 63
        let magnitude = a.magnitude &+ UInt64(bitPattern: (b &- 1) & sign)
        let quotient = (Int64(bitPattern: magnitude / UInt64(bitPattern: b)) ^ sign) &- sign
        return (quotient, a &- quotient &* b)
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

    @inline(__always) mutating func next() -> Int64 {
        defer {
            height &+= step
            remainder &+= stepRemainder
            if remainder >= whole {
                remainder &-= whole
                height &+= 1
            }
        }
        return height
    }
}

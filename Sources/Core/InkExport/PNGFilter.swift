// SPDX-License-Identifier: MIT

/// The five PNG filters, which predict a byte from its neighbours, for pixels of four bytes.
enum PNGFilter: UInt8, CaseIterable {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4

    /// Returns byte `i` of a row minus its prediction.
    @inline(__always)
    func filtered(_ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ i: Int) -> UInt8 {
        let left = i >= 4 ? row[i - 4] : 0
        switch self {
        case .none: return row[i]
        case .sub: return row[i] &- left
        case .up: return row[i] &- above[i]
        case .average: return row[i] &- UInt8(truncatingIfNeeded: (Int32(left) + Int32(above[i])) >> 1)
        case .paeth: return row[i] &- Self.paeth(left, above[i], i >= 4 ? above[i - 4] : 0)
        }
    }

    /// Returns the neighbour nearest to left + above − upper left. Ties resolve in that order.
    @inline(__always)
    static func paeth(_ left: UInt8, _ above: UInt8, _ upperLeft: UInt8) -> UInt8 {
        let a = Int32(left)
        let b = Int32(above)
        let c = Int32(upperLeft)
        let toLeft = abs(b - c)
        let toAbove = abs(a - c)
        let toUpperLeft = abs(a + b - 2 * c)
        if toLeft <= toAbove && toLeft <= toUpperLeft { return left }
        return toAbove <= toUpperLeft ? above : upperLeft
    }

    /// Returns the filter whose bytes have the smallest sum of magnitudes, or the first of several.
    static func best(for row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>) -> PNGFilter {
        var best = PNGFilter.none
        var least = Int.max
        for filter in [PNGFilter.none, .sub, .up, .average, .paeth] {
            var sum = 0
            var start = 0
            // A sum that is already too large cannot win. Checking every 64 pixels keeps the inner loop simple.
            while start < row.count && sum < least {
                let end = min(start + 256, row.count)
                for i in start..<end {
                    sum += Int(Int8(bitPattern: filter.filtered(row, above, i)).magnitude)
                }
                start = end
            }
            if sum < least {
                least = sum
                best = filter
            }
        }
        return best
    }
}

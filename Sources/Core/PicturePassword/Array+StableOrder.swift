// SPDX-License-Identifier: MIT

extension [Double] {
    /// Returns the indices of the numbers in ascending order. Equal numbers keep their order.
    ///
    /// A merge sort of keys is compiled once. `sorted(by:)` would be compiled for each use, with 3 KB in the browser's
    /// module each time, and does not promise to keep the order.
    /// - Complexity: O(n · log(n)).
    @inline(never) func stableOrder() -> [Int] {
        var order = [Int](indices)
        var merged = order
        var width = 1
        while width < count {
            var start = 0
            while start < count {
                let (middle, end) = (Swift.min(start + width, count), Swift.min(start + 2 * width, count))
                var (a, b) = (start, middle)
                for place in start..<end {
                    let takesSecond = a == middle || b < end && self[order[b]] < self[order[a]]
                    merged[place] = order[takesSecond ? b : a]
                    if takesSecond { b += 1 } else { a += 1 }
                }
                start = end
            }
            swap(&order, &merged)
            width *= 2
        }
        return order
    }
}

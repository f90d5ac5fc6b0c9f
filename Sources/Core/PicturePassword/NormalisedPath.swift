// SPDX-License-Identifier: MIT
import InkGeometry

/// A path as 32 equally spaced points scaled to the unit square, for comparing shapes.
struct NormalisedPath {
    private static var count: Int { 32 }
    private var points: [InkPoint]
    private var isClosed: Bool
    /// The distance between the ends divided by the path's length: 1 for a straight line.
    let straightness: Double

    /// - Returns: `nil` for a path without length.
    init?(_ path: FingerPath) { self.init(path.points.map { $0.position }) }

    /// Creates a path from a shape's corners, one digit each for x and y.
    init?(digits: StaticString) {
        let corners = Self.corners(digits)
        self.init(corners)
        guard let first = corners.first, let last = corners.last else { return nil }
        isClosed = first == last
    }

    /// Returns a shape's corners, from one digit each for x and y.
    static func corners(_ digits: StaticString) -> [InkPoint] {
        var corners: [InkPoint] = []
        digits.withUTF8Buffer { bytes in
            var i = 0
            while i + 1 < bytes.count {
                corners.append(InkPoint(x: Double(bytes[i]) - 48, y: Double(bytes[i + 1]) - 48))
                i += 2
            }
        }
        return corners
    }

    private init?(_ path: [InkPoint]) {
        var length = 0.0
        for i in 1..<max(1, path.count) { length += path[i - 1].distance(to: path[i]) }
        guard length > 0, let first = path.first, let last = path.last else { return nil }
        straightness = first.distance(to: last) / length
        isClosed = false
        points = Self.fitted(Self.resampled(path, length))
    }

    private static func resampled(_ path: [InkPoint], _ length: Double) -> [InkPoint] {
        let step = length / Double(count - 1)
        var result = [path[0]]
        var gone = 0.0
        for i in 1..<path.count {
            let piece = path[i - 1].distance(to: path[i])
            while result.count < count - 1 && Double(result.count) * step <= gone + piece && piece > 0 {
                let t = (Double(result.count) * step - gone) / piece
                result.append(path[i - 1].interpolated(to: path[i], at: t))
            }
            gone += piece
        }
        while result.count < count { result.append(path[path.count - 1]) }
        return result
    }

    /// Scales each axis to 0...1. A path that is much longer along one axis keeps its aspect ratio.
    private static func fitted(_ points: [InkPoint]) -> [InkPoint] {
        var box = InkRect.empty
        for point in points { box.formUnion(point) }
        let larger = max(box.width, box.height)
        let width = box.width > larger * 0.3 ? box.width : larger
        let height = box.height > larger * 0.3 ? box.height : larger
        return points.map { InkPoint(x: ($0.x - box.minX) / width, y: ($0.y - box.minY) / height) }
    }

    /// Returns the mean distance between corresponding points, minimised over both directions and, if this path is
    /// closed, over all starting points.
    func distance(to other: NormalisedPath) -> Double {
        let n = Self.count
        // The last point of a closed path repeats its first.
        let cycle = n - 1
        var best = Double.infinity
        for shift in 0..<(isClosed ? cycle : 1) {
            var forwards = 0.0
            var backwards = 0.0
            for i in 0..<n {
                let index = isClosed ? (i + shift) % cycle : i
                forwards += points[index].distance(to: other.points[i])
                backwards += points[index].distance(to: other.points[n - 1 - i])
            }
            best = min(best, min(forwards, backwards) / Double(n))
        }
        return best
    }
}

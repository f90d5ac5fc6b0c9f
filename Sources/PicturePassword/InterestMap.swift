// SPDX-License-Identifier: MIT
import InkGeometry

/// The places of a picture that catch the eye: where people begin, end and tap, and where somebody who guesses tries
/// first.
///
/// Two kinds are found in the picture's brightness. *Corners* are where the smaller eigenvalue of the gradients'
/// covariance is large (J. Shi and C. Tomasi, "Good features to track", CVPR 1994). *Blobs* are patches brighter, or
/// darker, than all that is around them at one of a few sizes: centre against surround, after L. Itti, C. Koch and
/// E. Niebur, "A model of saliency-based visual attention for rapid scene analysis", PAMI 20(11), 1998. Faces, eyes
/// and things are not recognised: only that they stand out.
///
/// The same pixels give the same places, bit for bit, on every machine.
public struct InterestMap: Hashable, Sendable {
    /// How finely a picture is looked at, and how many places are found.
    public struct Parameters: Hashable, Sendable {
        /// The picture is averaged down to at most so many cells on its longer side; 16...512. At 128 a cell of a
        /// square picture is 2.5 picture units, a ninth of what a tap may be off.
        public var gridSide: Int
        /// At most so many places; 0...256. With 48 at the least spacing, a square picture is about a quarter full.
        public var limit: Int
        /// No two places are nearer than this along both axes, in picture units; above 0. 22.5 is what a tap may be off
        /// under the article's rule, so nearer places are one to it.
        public var spacing: Double
        /// Weaker places are left out; 0...1. Below 0.06 it is mostly noise and texture.
        public var leastWeight: Double

        public init(gridSide: Int = 128, limit: Int = 48, spacing: Double = 22.5, leastWeight: Double = 0.06) {
            self.gridSide = gridSide
            self.limit = limit
            self.spacing = spacing
            self.leastWeight = leastWeight
        }
    }

    /// A place that catches the eye.
    public struct Spot: Hashable, Sendable {
        /// In picture units, from the picture's top left.
        public var position: Point
        /// 0...1: how far it stands out, as a share of black on white.
        public var weight: Double

        public init(_ position: Point, weight: Double) {
            self.position = position
            self.weight = weight
        }
    }

    /// The picture's size in picture units.
    public let size: Size
    /// The heaviest first.
    public let spots: [Spot]

    /// A picture of known places, or of none: an app may have better ones, from a detector of faces for example.
    /// - Parameters:
    ///   - size: in picture units, each side at least 1; smaller or infinite ones count as 320.
    ///   - spots: in any order; those with numbers that are not finite are left out.
    public init(size: Size, spots: [Spot] = []) {
        func side(_ length: Double) -> Double { length >= 1 && length.isFinite ? length : PictureFrame.shorterSide }
        self.size = Size(width: side(size.width), height: side(size.height))
        let known = spots.filter { $0.position.isFinite && $0.weight.isFinite }
        // Sorting need not be stable, so the place in the list decides between equals.
        self.spots = known.indices.sorted { a, b in
            known[a].weight != known[b].weight ? known[a].weight > known[b].weight : a < b
        }.map { known[$0] }
    }

    /// Finds the places of a picture.
    /// - Parameters:
    ///   - width: in pixels, 1...16,384.
    ///   - height: in pixels, 1...16,384.
    ///   - rgba: sRGB with straight alpha, four bytes a pixel, row after row; what is transparent shows white.
    ///   - parameters: how finely the picture is looked at, and how many places are found.
    /// - Returns: `nil` for other sizes and for too few bytes.
    /// - Complexity: O(pixels).
    public init?(
        width: Int32, height: Int32, rgba: UnsafeBufferPointer<UInt8>, parameters: Parameters = Parameters()
    ) {
        let gridSide = max(16, min(512, parameters.gridSide))
        guard let grid = LumaGrid(width: width, height: height, rgba: rgba, side: gridSide) else { return nil }
        let unitsPerPixel = PictureFrame.shorterSide / Double(min(width, height))
        let size = Size(width: Double(width) * unitsPerPixel, height: Double(height) * unitsPerPixel)
        let cell = Size(width: size.width / Double(grid.width), height: size.height / Double(grid.height))
        var candidates: [Spot] = []
        for map in [Conspicuity(cornersOf: grid), Conspicuity(blobsOf: grid)] {
            for (x, y, weight) in map.peaks(from: parameters.leastWeight) {
                let position = Point(x: (Double(x) + 0.5) * cell.width, y: (Double(y) + 0.5) * cell.height)
                candidates.append(Spot(position, weight: weight))
            }
        }
        let ranked = InterestMap(size: size, spots: candidates)
        self.size = size
        spots = Self.thinned(ranked.spots, limit: max(0, min(256, parameters.limit)), spacing: parameters.spacing)
    }

    /// The same from an array of bytes.
    public init?(width: Int32, height: Int32, rgba: [UInt8], parameters: Parameters = Parameters()) {
        guard
            let map = rgba.withUnsafeBufferPointer({
                InterestMap(width: width, height: height, rgba: $0, parameters: parameters)
            })
        else { return nil }
        self = map
    }

    /// The heaviest that are apart from each other.
    private static func thinned(_ spots: [Spot], limit: Int, spacing: Double) -> [Spot] {
        var kept: [Spot] = []
        for spot in spots {
            guard kept.count < limit else { break }
            let isNear = kept.contains { other in
                let d = other.position - spot.position
                return max(abs(d.x), abs(d.y)) < spacing
            }
            if !isNear { kept.append(spot) }
        }
        return kept
    }

    /// The rank, from 1, of the heaviest place from which `position` is at most `reach` away along both axes; `nil`
    /// when there is none. Complexity: O(places).
    public func rank(near position: Point, within reach: Double) -> Int? {
        for (i, spot) in spots.enumerated() {
            let d = spot.position - position
            if max(abs(d.x), abs(d.y)) <= reach { return i + 1 }
        }
        return nil
    }
}

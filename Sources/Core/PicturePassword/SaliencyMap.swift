// SPDX-License-Identifier: MIT
import InkGeometry

/// The salient places of a picture, where people tend to start, end and tap, and which an attacker tries first.
///
/// Two features are detected in the picture's brightness. *Corners* have a large smaller eigenvalue of the gradients'
/// covariance (J. Shi and C. Tomasi, "Good features to track", CVPR 1994). *Blobs* are patches of one of several sizes
/// that are brighter, or darker, than all of their surroundings (centre against surround, after L. Itti, C. Koch and E.
/// Niebur, "A model of saliency-based visual attention for rapid scene analysis", PAMI 20(11), 1998). Faces, eyes and
/// objects are not recognised as such, only by their contrast.
///
/// The same pixels give the same places, bit for bit, on every machine.
public struct SaliencyMap: Hashable, Sendable {
    /// The resolution of the analysis and the number of places.
    public struct Parameters: Hashable, Sendable {
        /// The maximum number of cells on the longer side of the averaged picture, 16...512. At 128 a cell of a square
        /// picture is 2.5 picture units, a ninth of the tolerance of a tap.
        public var gridSide: Int
        /// The maximum number of places, 0...256. With 48 at the minimum spacing, a square picture is about a quarter
        /// full.
        public var limit: Int
        /// The minimum distance between places along at least one axis, in picture units. Above 0. 22.5 is the
        /// tolerance of a tap under the rule of squares, which does not distinguish nearer places.
        public var spacing: Double
        /// The minimum weight of a place, 0...1. Below 0.06 most places are noise and texture.
        public var leastWeight: Double

        public init(gridSide: Int = 128, limit: Int = 48, spacing: Double = 22.5, leastWeight: Double = 0.06) {
            self.gridSide = gridSide
            self.limit = limit
            self.spacing = spacing
            self.leastWeight = leastWeight
        }
    }

    /// A salient place.
    public struct Spot: Hashable, Sendable {
        /// The position in picture units from the picture's top left corner.
        public var position: InkPoint
        /// The saliency, 0...1, as a share of black on white.
        public var weight: Double

        public init(_ position: InkPoint, weight: Double) {
            self.position = position
            self.weight = weight
        }
    }

    /// The longer side in pixels of the picture that a map is made of. More pixels do not change the result.
    public static var analysedSide: Int { 256 }

    /// Returns the size in pixels to which a picture is reduced before it is analysed: the longer side has at most
    /// ``analysedSide``, and each side at least 1.
    public static func analysedSize(of size: InkSize) -> (width: Int, height: Int) {
        let factor = min(1, Double(analysedSide) / max(size.width, size.height))
        return (max(1, Int(size.width * factor)), max(1, Int(size.height * factor)))
    }

    /// The size of the picture in picture units.
    public let size: InkSize
    /// The places in order of decreasing weight.
    public let spots: [Spot]

    /// Creates a map from known places, for example those of a face detector, or from none.
    /// - Parameters:
    ///   - size: The size of the picture in picture units, each side at least 1. Smaller or infinite sides count as
    ///     320.
    ///   - spots: The places in any order. Places with numbers that are not finite are left out.
    public init(size: InkSize, spots: [Spot] = []) {
        func side(_ length: Double) -> Double { length >= 1 && length.isFinite ? length : PictureFrame.shorterSide }
        self.size = InkSize(width: side(size.width), height: side(size.height))
        let known = spots.filter { $0.position.isFinite && $0.weight.isFinite }
        self.spots = known.map { -$0.weight }.stableOrder().map { known[$0] }
    }

    /// Detects the salient places of a picture.
    /// - Parameters:
    ///   - width: The width in pixels, 1...16,384.
    ///   - height: The height in pixels, 1...16,384.
    ///   - rgba: The pixels in sRGB with straight alpha, four bytes each, row by row. Transparent areas count as white.
    ///   - parameters: The resolution of the analysis and the number of places.
    /// - Returns: `nil` for other sizes and for too few bytes.
    /// - Complexity: O(pixels).
    public init?(
        width: Int32, height: Int32, rgba: UnsafeBufferPointer<UInt8>, parameters: Parameters = Parameters()
    ) {
        let gridSide = max(16, min(512, parameters.gridSide))
        guard let grid = LumaGrid(width: width, height: height, rgba: rgba, side: gridSide) else { return nil }
        let unitsPerPixel = PictureFrame.shorterSide / Double(min(width, height))
        let size = InkSize(width: Double(width) * unitsPerPixel, height: Double(height) * unitsPerPixel)
        let cell = InkSize(width: size.width / Double(grid.width), height: size.height / Double(grid.height))
        var candidates: [Spot] = []
        for map in [SaliencyFeature(cornersOf: grid), SaliencyFeature(blobsOf: grid)] {
            for (x, y, weight) in map.peaks(from: parameters.leastWeight) {
                let position = InkPoint(x: (Double(x) + 0.5) * cell.width, y: (Double(y) + 0.5) * cell.height)
                candidates.append(Spot(position, weight: weight))
            }
        }
        let ranked = SaliencyMap(size: size, spots: candidates)
        self.size = size
        spots = Self.thinned(ranked.spots, limit: max(0, min(256, parameters.limit)), spacing: parameters.spacing)
    }

    /// Detects the salient places of a picture given as an array of bytes.
    /// - Returns: `nil` for sizes out of range and for too few bytes.
    /// - Complexity: O(pixels).
    public init?(width: Int32, height: Int32, rgba: [UInt8], parameters: Parameters = Parameters()) {
        guard
            let map = rgba.withUnsafeBufferPointer({
                SaliencyMap(width: width, height: height, rgba: $0, parameters: parameters)
            })
        else { return nil }
        self = map
    }

    /// Returns the heaviest places that keep the distance.
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

    /// Returns the rank, from 1, of the heaviest place that is at most `reach` away from `position` along both axes, or
    /// `nil` if there is none.
    ///
    /// - Complexity: O(places).
    public func rank(near position: InkPoint, within reach: Double) -> Int? {
        for (i, spot) in spots.enumerated() {
            let d = spot.position - position
            if max(abs(d.x), abs(d.y)) <= reach { return i + 1 }
        }
        return nil
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry

/// The guesses that ``TrainedVerifier`` accepts. The lines and common shapes that an attacker draws near a path are
/// compared with it.
struct TrainedGuesses: GuessedRule {
    let places: GuessedPlaces
    let parameters: Strength.Parameters
    private let verifier = TrainedVerifier()

    /// The side of the square within which places count as equal, in picture units.
    private static var tolerance: Double { 32 }
    /// The distance in picture units within which salient places are tried.
    private static var reach: Double { 75 }
    /// The least ratio of distance and length of a path for which lines are tried.
    private static var straightness: Double { 0.8 }
    /// The mean distance between points, as a share of the larger side, up to which shapes are tried. Circles are
    /// always tried, because the verifier accepts small ones for many other figures.
    private static var likeness: Double { 0.4 }
    /// The sizes of shapes that are tried, as shares of the path's size.
    private static var scales: [Double] { [0.75, 1] }
    /// The side of the raster squares in which freehand curves are described, in picture units.
    private static var rasterSide: Double { 30 }
    /// The share of their steps that a guess has to hit.
    private static var hitShare: Double { 0.7 }
    /// The bit that tells one direction of drawing from the other.
    private static var directionBits: Double { 1 }

    init(_ map: SaliencyMap, _ parameters: Strength.Parameters) {
        places = GuessedPlaces(map, tolerance: Self.tolerance, salientShare: parameters.salientShare)
        self.parameters = parameters
    }

    @inline(never) func accepts(_ guess: GesturePart, as part: GesturePart) -> Bool {
        verifier.accepts(PictureGesture([guess]), for: GestureTemplate(of: PictureGesture([part]), for: verifier))
    }

    func cost(ofPart index: Int, in drawings: [PictureGesture]) -> GuessCost {
        let part = drawings[0].parts[index]
        var cost: GuessCost
        if part.isTap {
            cost = parameters.tapCost(part.fingers[0], places)
        } else {
            var samples: [PictureGesture] = []
            for drawing in drawings where drawing.parts.count == drawings[0].parts.count {
                let same = drawing.parts[index]
                if !same.isTap && same.isMeasurable { samples.append(PictureGesture([same.only(0)])) }
            }
            cost = pathCost(part.fingers[0], samples)
        }
        // Other fingers do the same beside the first.
        cost.bits += parameters.countBits(part.fingers.count, ofOne: parameters.oneFingerShare)
        cost.bits += Double(part.fingers.count - 1) * parameters.besideBits
        return cost
    }

    /// Returns the cost of the cheapest description of a path.
    /// - Parameter samples: The path in each enrolled drawing, alone.
    private func pathCost(_ path: FingerPath, _ samples: [PictureGesture]) -> GuessCost {
        let (first, last) = (path.points[0], path.points[path.points.count - 1])
        let (start, end) = (places.bits(first.position), places.bits(last.position))
        let lineBits = Information.bits(parameters.lineShare)
        let steps = parameters.stepBits(path, side: Self.rasterSide) * Self.hitShare
        let route = places.routeBits(start, end, steps) + Self.directionBits
        var cheapest = GuessCost(bits: Information.bits(parameters.ownShare) + route, guess: .path)
        // A shape that is recognised counts as guessed even if the attempts below fail, because a closed one may start
        // at any of its points.
        if let shape = CommonShape(samples[0]) {
            if shape == .line {
                cheapest.formCheaper(GuessCost(bits: lineBits + start + end, guess: .line))
            } else {
                let place = min(start, places.bits(path.box.centre))
                cheapest.formCheaper(GuessCost(bits: bits(of: shape) + place, guess: .shape(shape)))
            }
        }

        let template = TrainedTemplate(GestureTemplate(uncheckedDigest: [], samples: samples, verifier: .trained))
        let duration = last.time - first.time
        if path.straightness > Self.straightness {
            let ends = places.near(last.position, within: Self.reach)
            for start in places.near(first.position, within: Self.reach) {
                for end in ends {
                    let cost = GuessCost(bits: lineBits + start.bits + end.bits, guess: .line)
                    if cost.bits < cheapest.bits && opens(template, [start.place, end.place], duration) {
                        cheapest = cost
                    }
                }
            }
        }
        let box = path.box
        let shapeOfPath = NormalisedPath(path)
        for (shape, outline) in CommonShape.outlines {
            guard let shapeOfPath, let reference = NormalisedPath(digits: outline),
                shape == .circle || reference.distance(to: shapeOfPath) < Self.likeness
            else { continue }
            let corners = NormalisedPath.corners(outline)
            for scale in Self.scales {
                let extent = InkSize(width: box.width * scale, height: box.height * scale)
                for place in places.near(box.centre, within: Self.reach, extent: extent) {
                    let cost = GuessCost(bits: bits(of: shape) + place.bits, guess: .shape(shape))
                    guard cost.bits < cheapest.bits else { continue }
                    var outline = Self.outline(corners, around: place.place, extent: extent)
                    for _ in 0..<2 where cost.bits < cheapest.bits {
                        if opens(template, outline, duration) { cheapest = cost }
                        outline.reverse()
                    }
                }
            }
        }
        return cheapest
    }

    /// Returns the cost of a shape, without its place.
    private func bits(of shape: CommonShape) -> Double {
        Information.bits(parameters.share(of: shape)) + places.sizeBits + Self.directionBits
    }

    /// Returns a Boolean value that indicates whether a guess along corners opens a template.
    @inline(never) private func opens(_ template: TrainedTemplate, _ corners: [InkPoint], _ duration: Double) -> Bool {
        let path = FingerPath(drawing: corners, duration: duration)
        return verifier.accepts(PictureGesture([GesturePart(.path(isClosed: false), fingers: [path])]), for: template)
    }

    /// Returns corners scaled to the larger side of an extent, around a place.
    @inline(never) private static func outline(_ corners: [InkPoint], around place: InkPoint, extent: InkSize)
        -> [InkPoint]
    {
        var box = InkRect.empty
        for corner in corners { box.formUnion(corner) }
        let scale = max(extent.width, extent.height) / max(box.width, box.height)
        var outline: [InkPoint] = []
        for corner in corners { outline.append(place + (corner - box.centre) * scale) }
        return outline
    }
}

extension FingerPath {
    /// The distance between the ends divided by the path's length: 1 for a straight line, and for a path without
    /// length.
    fileprivate var straightness: Double {
        let length = length
        return length > 0 ? points[0].position.distance(to: points[points.count - 1].position) / length : 1
    }

    /// Creates a path along corners at an even speed, with up to 60 samples a second.
    /// - Parameters:
    ///   - corners: At least one.
    ///   - duration: The duration in seconds.
    fileprivate init(drawing corners: [InkPoint], duration: Double) {
        var length = 0.0
        for i in 1..<max(1, corners.count) { length += corners[i - 1].distance(to: corners[i]) }
        let pace = length > 0 ? (duration > 0 && duration < 10 ? duration : 1) / length : 0
        var time = 0.0
        self.init([GesturePoint(corners[0], time: 0)])
        for i in 1..<max(1, corners.count) {
            let leg = corners[i - 1].distance(to: corners[i]) * pace
            let count = max(1, (leg * 60).rounded(.down))
            for step in 1...Int(count) {
                let share = Double(step) / count
                let position = corners[i - 1].interpolated(to: corners[i], at: share)
                points.append(GesturePoint(position, time: time + leg * share))
            }
            time += leg
        }
    }
}

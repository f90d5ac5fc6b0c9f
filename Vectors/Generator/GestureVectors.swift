// SPDX-License-Identifier: MIT
import InkExport
import InkGeometry
import InkStroke
import InkTestSupport
import PicturePassword

/// The pictures and screens of the seeded drawings.
private let places: [(picture: InkSize, surface: InkSize, covers: Bool)] = [
    (InkSize(width: 1200, height: 900), InkSize(width: 390, height: 844), false),
    (InkSize(width: 3000, height: 4000), InkSize(width: 1366, height: 1024), false),
    (InkSize(width: 1920, height: 1080), InkSize(width: 820, height: 1180), true),
    (InkSize(width: 500, height: 500), InkSize(width: 360, height: 640), false),
]

/// The attempts at a password.
private enum Attempt: String, CaseIterable {
    /// The enrolled drawing.
    case model
    /// The same drawing with errors of up to 8, 24 and 40 picture units.
    case near, off, far
    /// Each finger in the opposite direction.
    case reversed
    /// One additional finger.
    case finger
    /// The drawing of the next seed.
    case other

    func drawing(seed: UInt64) throws -> Drawing {
        let fingers = SyntheticFingers(seed: seed)
        switch self {
        case .model: return fingers.drawing()
        case .near: return fingers.drawing(attempt: 1)
        case .off: return fingers.drawing(attempt: 3)
        case .far: return fingers.drawing(attempt: 5)
        case .other: return SyntheticFingers(seed: seed + 1).drawing()
        case .reversed:
            var drawing = fingers.drawing()
            for (i, stroke) in drawing.strokes.enumerated() {
                let points = zip(stroke.points, stroke.points.reversed()).map {
                    StrokePoint($1.position, time: $0.time)
                }
                drawing.strokes[i] = try Stroke(points, model: .smooth, start: stroke.start)
            }
            return drawing
        case .finger:
            var drawing = fingers.drawing()
            let first = drawing.strokes[0]
            let points = first.points.map { StrokePoint(InkPoint(x: $0.position.x, y: 160), time: $0.time) }
            drawing.strokes.append(try Stroke(points, model: .smooth, start: first.start))
            return drawing
        }
    }
}

/// Writes the frame as five numbers: the sides of the picture and of the surface, and 1 if the picture covers it. Then
/// a template of the seed's model and the squares of its fingers. Then for each ``Attempt`` its name, the drawing as
/// bytes and as touches, the gesture's bytes, scores, the verdict and the digest for replay detection.
func writeGestures(seed: UInt64) throws {
    let frame = writeFrame(seed: seed)
    let key = [UInt8](0..<UInt8(ReplayGuard.keyLength))
    let digest = [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: 32)
    let model = try gesture(of: onSurface(Attempt.model.drawing(seed: seed), frame), frame)
    guard let template = GestureTemplate(pictureDigest: digest, samples: [model], verifier: .raster),
        let replays = ReplayGuard(key: key)
    else { preconditionFailure("digest and key have their lengths") }
    write(template.encoded())
    write(squares(of: model))

    var login = PicturePasswordAuthenticator(
        pictureDigest: digest, verifier: RasterVerifier(), store: OneTemplate(template: template),
        replays: replays)
    for attempt in Attempt.allCases {
        let drawing = try onSurface(attempt.drawing(seed: seed), frame)
        let gesture = gesture(of: drawing, frame)
        write(attempt.rawValue)
        write(StrokeCodec.encode(drawing))
        write(touches(of: drawing))
        write(gesture.encoded())
        let verifiers = [
            RasterVerifier.undirected, RasterVerifier(),
            RasterVerifier(.init(requiresDirection: false, requiresFingers: false)),
        ]
        write(verifiers.map { $0.compare(gesture, with: template).score })
        write("\(login.attempt(gesture))")
        // One digest lies between the guard's header and count, and its last count and tag.
        var single = replays
        single.remember(gesture, as: .accepted)
        write(single.encoded()[6..<22])
    }
}

/// Writes and returns the frame of a seed.
func writeFrame(seed: UInt64) -> PictureFrame {
    let place = places[Int(seed % UInt64(places.count))]
    guard
        let frame = place.covers
            ? PictureFrame(covering: place.picture, in: place.surface)
            : PictureFrame(fitting: place.picture, in: place.surface)
    else { preconditionFailure("a place has an area") }
    write([
        place.picture.width, place.picture.height, place.surface.width, place.surface.height, place.covers ? 1 : 0,
    ])
    return frame
}

func gesture(of drawing: Drawing, _ frame: PictureFrame) -> PictureGesture {
    GestureParser().gesture(from: drawing, over: frame).quantised()
}

/// Returns a drawing on the picture, rounded to the compact format, so that the vectors contain it exactly.
func onSurface(_ drawn: Drawing, _ frame: PictureFrame) throws -> Drawing {
    let sides = InkPoint(x: frame.rect.width, y: frame.rect.height)
    let (across, down) = (sides.x / SyntheticFingers.size.width, sides.y / SyntheticFingers.size.height)
    var drawing = Drawing(size: InkSize(width: frame.rect.maxX, height: frame.rect.maxY))
    for stroke in drawn.strokes {
        let points = stroke.points.map { point in
            let position = InkPoint(
                x: frame.rect.minX + point.position.x * across, y: frame.rect.minY + point.position.y * down)
            return StrokePoint(position, time: point.time)
        }
        drawing.strokes.append(try Stroke(points, model: .smooth, start: stroke.start))
    }
    return try StrokeCodec.decode(StrokeCodec.encode(drawing))
}

/// Returns for each stroke the number of its samples, then x, y and time of each, as a browser reports them.
func touches(of drawing: Drawing) -> [Double] {
    var numbers = [Double(drawing.strokes.count)]
    for stroke in drawing.strokes {
        numbers.append(Double(stroke.points.count))
        for point in stroke.points { numbers += [point.position.x, point.position.y, stroke.start + point.time] }
    }
    return numbers
}

/// Returns the number of parts, for each the number of fingers, for each the number of squares, then x and y of each.
/// The squares of a tap are its taps.
private func squares(of gesture: PictureGesture) -> [Double] {
    var numbers = [Double(gesture.parts.count)]
    for part in gesture.parts {
        numbers.append(Double(part.fingers.count))
        for finger in part.fingers {
            let centres = part.isTap ? finger.points.map { $0.position } : GestureRaster(finger.points).centres
            numbers.append(Double(centres.count))
            for centre in centres { numbers += [centre.x, centre.y] }
        }
    }
    return numbers
}

struct OneTemplate: TemplateStore {
    let template: GestureTemplate

    func load() throws(Never) -> GestureTemplate? { template }
    mutating func save(_ template: GestureTemplate) throws(Never) {}
    mutating func remove() throws(Never) {}
}

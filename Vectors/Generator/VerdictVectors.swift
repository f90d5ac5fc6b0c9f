// SPDX-License-Identifier: MIT
import InkStroke
import InkTestSupport
import PicturePassword

/// Writes the frame as ``writeGestures(seed:)`` does, a template of three drawings for `TrainedVerifier`, and for each
/// of 24 attempts its touches and its verdict. 20 are the same drawing, more and more out of place; the others are
/// backwards, slow, and other drawings.
func writeVerdicts(seed: UInt64) throws {
    let frame = writeFrame(seed: seed)
    let fingers = SyntheticFingers(seed: seed)
    func drawn(_ drawing: Drawing) throws -> Drawing { try onSurface(drawing, frame) }
    let samples = try (0..<3).map { gesture(of: try drawn(fingers.drawing(attempt: $0)), frame) }
    let digest = [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: 32)
    guard let template = GestureTemplate(pictureDigest: digest, samples: samples),
        let replays = ReplayGuard(key: [UInt8](0..<UInt8(ReplayGuard.keyLength)))
    else { preconditionFailure("digest and key have their lengths") }
    write(template.encoded())

    var attempts = (3..<23).map { fingers.drawing(attempt: $0) }
    attempts.append(try changed(fingers.drawing(attempt: 3), isReversed: true, pace: 1))
    attempts.append(try changed(fingers.drawing(attempt: 3), isReversed: false, pace: 2.5))
    attempts += [SyntheticFingers(seed: seed + 1).drawing(), SyntheticFingers(seed: seed + 2).drawing()]
    var login = PicturePasswordAuthenticator(
        pictureDigest: digest, verifier: TrainedVerifier(), store: OneTemplate(template: template), replays: replays)
    for attempt in attempts {
        let drawing = try drawn(attempt)
        write(touches(of: drawing))
        write("\(login.attempt(gesture(of: drawing, frame)))")
    }
}

/// Returns a drawing with each stroke backwards, or at another pace.
private func changed(_ drawing: Drawing, isReversed: Bool, pace: Double) throws -> Drawing {
    var drawing = drawing
    for (i, stroke) in drawing.strokes.enumerated() {
        let places = isReversed ? stroke.points.reversed() : stroke.points
        let points = zip(stroke.points, places).map { StrokePoint($1.position, time: $0.time * pace) }
        drawing.strokes[i] = try Stroke(points, model: .smooth, start: stroke.start * pace)
    }
    return drawing
}

// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword

/// Writes a gesture of one path, the touches that draw it, its common shape, if any, and its strength: the decimal
/// logarithm of the guesses, and the numbers of level and advice. The paths are plain shapes with different starting
/// points, reversed, stretched and with tremor, and scribbles.
func writeShapes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let outlines: [[(Double, Double)]] = [
        [(0, 0), (1, 0.7)], [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], [(0.5, 0), (1, 1), (0, 1), (0.5, 0)],
        [(0, 0.6), (0.35, 1), (1, 0)], [(0, 0), (0, 1), (0.7, 1)], [(0, 0), (1, 0), (0, 1), (1, 1)],
        [(0, 1), (0, 0), (1, 1), (1, 0)], [(0, 1), (0.25, 0), (0.5, 1), (0.75, 0), (1, 1)],
        circle(from: SyntheticHand.uniform(&random, 0, 6.28)),
        (0..<7).map { _ in (SyntheticHand.uniform(&random, 0, 1), SyntheticHand.uniform(&random, 0, 1)) },
    ]
    var corners = outlines[Int(seed % UInt64(outlines.count))]
    if random.next() % 2 == 0 { corners.reverse() }
    let size = InkPoint(x: SyntheticHand.uniform(&random, 260, 300), y: SyntheticHand.uniform(&random, 260, 300))
    var points: [GesturePoint] = []
    for (a, b) in zip(corners, corners.dropFirst()) {
        for step in 0..<12 {
            let t = Double(step) / 12
            let (x, y) = (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
            let shake = InkPoint(x: SyntheticHand.uniform(&random, -2, 2), y: SyntheticHand.uniform(&random, -2, 2))
            let position = InkPoint(x: 10 + x * size.x, y: 10 + y * size.y) + shake
            points.append(GesturePoint(position, time: Double(points.count) * 0.008))
        }
    }
    let drawing = GestureParser().gesture(from: [FingerPath(points)])
    let gesture = drawing.quantised()
    write(gesture.encoded())
    // One finger with so many samples.
    write([1, Double(points.count)] + points.flatMap { [$0.position.x, $0.position.y, $0.time] })
    write(CommonShape(gesture).map(name) ?? "")
    let strength = TrainedVerifier().lowerStrength(of: [drawing], over: nil)
    write(strength.map { [$0.log10Guesses, Double($0.level.rawValue), Double($0.advice.rawValue)] } ?? [])
}

private func circle(from start: Double) -> [(Double, Double)] {
    (0...24).map { i in
        let angle = start + Double(i) * 2 * 3.141592653589793 / 24
        return (0.5 + 0.5 * ElementaryFunctions.cos(angle), 0.5 + 0.5 * ElementaryFunctions.sin(angle))
    }
}

private func name(_ shape: CommonShape) -> String {
    guard case .letter(let letter) = shape else { return "\(shape)" }
    return "letter " + String(UnicodeScalar(letter))
}

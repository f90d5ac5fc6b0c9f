// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword
import WasmBridge

/// A debug view of the rule of squares as a list of numbers, for the owner during setup.
///
/// The list contains: the raster's side; the verification squares' side; the picture's width and height, all in picture
/// units; the number of the attempt's parts, NaN without an attempt; the threshold; the attempt's score; the number of
/// parts, and each part; the number of the attempt's fingers, and for each the number of its positions, and x and y of
/// each.
///
/// A part contains its kind as a `GesturePart.Kind.Form`, the number of taps, its score,
/// the number of fingers, and each finger. A finger contains its score, the number of squares to hit, the number of the
/// attempt's squares, their maximum, the number of positions and the number of squares; then x, y and time of each
/// position, and x, y and 1 for a hit or 0 of each square. Scores are NaN without an attempt.
struct DebugNumbers {
    private(set) var numbers: [Double] = []

    init(of stored: PictureGesture, attempt: PictureGesture?, by verifier: RasterVerifier, on picture: InkSize) {
        append(verifier.parameters.rasterSide)
        append(verifier.parameters.verificationSide)
        append(picture.width)
        append(picture.height)
        append(attempt.map { Double($0.parts.count) } ?? .nan)
        append(verifier.threshold)
        append(Self.comparison(stored, attempt, verifier)?.score ?? .nan)
        append(Double(stored.parts.count))
        for (i, part) in stored.parts.enumerated() {
            let tried = attempt.map { i < $0.parts.count ? PictureGesture([$0.parts[i]]) : PictureGesture() }
            append(part, Self.match(part, tried, verifier), verifier.parameters, isAttempted: attempt != nil)
        }
        var fingers: [FingerPath] = []
        if let attempt { for part in attempt.parts { fingers += part.fingers } }
        append(Double(fingers.count))
        for finger in fingers {
            append(Double(finger.points.count))
            for point in finger.points { append(point.position) }
        }
    }

    @inline(never) private mutating func append(_ number: Double) { numbers.append(number) }

    private mutating func append(_ position: InkPoint) {
        append(position.x)
        append(position.y)
    }

    private mutating func append(
        _ part: GesturePart, _ match: RasterMatch?, _ parameters: RasterVerifier.Parameters, isAttempted: Bool
    ) {
        var taps = 0
        if case .tap(let count) = part.kind { taps = count }
        append(Double(part.kind.form.number))
        append(Double(taps))
        append(isAttempted ? match?.score ?? 0 : .nan)
        append(Double(part.fingers.count))
        for (i, finger) in part.fingers.enumerated() {
            let hits = match.flatMap { i < $0.fingers.count ? $0.fingers[i] : nil }
            let squares = hits?.centres ?? []
            append(isAttempted ? hits?.score ?? 0 : .nan)
            append(Double(part.isTap ? squares.count : Self.needed(of: squares.count, parameters)))
            append(Double(hits?.probeCount ?? 0))
            append(Double(part.isTap ? squares.count : Self.most(of: squares.count, parameters)))
            append(Double(finger.points.count))
            append(Double(squares.count))
            for point in finger.points {
                append(point.position)
                append(point.time)
            }
            for (k, centre) in squares.enumerated() {
                append(centre)
                append(hits?.isHit[k] == true ? 1 : 0)
            }
        }
    }

    /// Returns the minimum number of squares that passes.
    private static func needed(of count: Int, _ parameters: RasterVerifier.Parameters) -> Int {
        (0...count).first { Double($0) / Double(max(1, count)) >= parameters.hitShare } ?? count
    }

    /// Returns the maximum number of squares of an attempt.
    private static func most(of count: Int, _ parameters: RasterVerifier.Parameters) -> Int {
        let limit = Double(count) * parameters.overflow
        return limit < 1e6 ? Int(limit) : 1_000_000
    }

    /// Compares part with part, which shows matches even if the numbers of parts differ.
    private static func match(_ part: GesturePart, _ tried: PictureGesture?, _ verifier: RasterVerifier) -> RasterMatch?
    {
        let part = PictureGesture([part])
        guard let match = comparison(part, tried ?? part, verifier)?.parts.first else {
            // There is no attempt for this part, so its squares are shown without hits.
            guard var own = comparison(part, part, verifier)?.parts.first else { return nil }
            own.clearHits()
            return own
        }
        guard tried == nil else { return match }
        var own = match
        own.clearHits()
        return own
    }

    private static func comparison(
        _ stored: PictureGesture, _ attempt: PictureGesture?, _ verifier: RasterVerifier
    ) -> GestureComparison<RasterMatch>? {
        guard let attempt, let template = GestureTemplate(pictureDigest: [], samples: [stored]) else { return nil }
        return verifier.compare(attempt, with: template)
    }
}

extension RasterMatch {
    fileprivate mutating func clearHits() {
        score = 0
        for i in fingers.indices {
            fingers[i].score = 0
            fingers[i].probeCount = 0
            for k in fingers[i].isHit.indices { fingers[i].isHit[k] = false }
        }
    }
}

/// Stores ``DebugNumbers`` and returns their byte count, or 0 if there is nothing to show. The stored gesture is the
/// template, otherwise the first enrolled drawing, otherwise the drawing in progress. It is compared with the drawing
/// in progress, otherwise with the last attempt.
@_expose(wasm, "pic_debug") @c(pic_debug)
public func picDebug() -> Int32 {
    guard let picture = pad.pictureSize else { return 0 }
    let drawing = pad.recorder.isEmpty ? nil : pad.recorder.gesture
    let stored = pad.template?.typicalSample ?? pad.drawn.first
    guard let shown = stored ?? drawing ?? pad.attempt else { return 0 }
    let attempt = stored == nil ? nil : drawing ?? pad.attempt
    return Exchange.give(
        DebugNumbers(of: shown, attempt: attempt, by: RasterVerifier(), on: picture).numbers)
}

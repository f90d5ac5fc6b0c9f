// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import PicturePassword

extension HostileInput {
    /// Draws what bytes say on a picture and reads it as a gesture, from a drawing and from bare paths; then does with
    /// the gesture what an app does. Whatever the bytes, gestures are sound and nothing traps.
    static func drawnGestures(_ bytes: [UInt8]) throws {
        var input = InputBytes(bytes)
        let frame = try frame(&input)
        let paths = paths(&input)
        let pointCount = paths.reduce(0) { $0 + $1.points.count }

        var drawing = Drawing(size: InkSize(width: 400, height: 300))
        for path in paths {
            var stroke = Stroke(start: path.points.first?.time ?? 0)
            for point in path.points {
                _ = try? stroke.append(StrokePoint(point.position, time: point.time - stroke.start))
            }
            if stroke.start.isFinite { drawing.strokes.append(stroke) }
        }
        let gesture = GestureParser().gesture(from: drawing, over: frame)
        try check(gesture, pointCount)
        for part in gesture.parts {
            for finger in part.fingers {
                for point in finger.points {
                    try require(point.position.isFinite && point.time.isFinite, "what was drawn lies somewhere")
                }
            }
        }
        try use(gesture)

        let bare = GestureParser().gesture(from: paths)
        try check(bare, pointCount)
        try use(bare)
    }
}

private func frame(_ input: inout InputBytes) throws -> PictureFrame {
    let picture = InkSize(width: Double(1 + Int(input.byte())), height: Double(1 + Int(input.byte())))
    let surface = InkSize(width: Double(1 + Int(input.byte())) * 4, height: Double(1 + Int(input.byte())) * 4)
    guard let frame = PictureFrame(covering: picture, in: surface) else {
        throw BrokenPromiseError("both have an area")
    }
    return frame
}

/// Each record begins with a byte that says what it is: a finger comes down, it moves somewhere near, it moves anywhere
/// at any time, it rests.
private func paths(_ input: inout InputBytes) -> [FingerPath] {
    var paths: [FingerPath] = []
    var path = FingerPath([])
    var time = 0.0
    while !input.isEmpty {
        let kind = input.byte()
        switch kind & 3 {
        case 0:
            paths.append(path)
            path = FingerPath([])
            time += Double(Int8(bitPattern: input.byte())) * 0.02
            path.points.append(GesturePoint(InkPoint(x: input.near(), y: input.near()), time: time))
        case 1:
            time += Double(kind >> 2) * 0.004
            path.points.append(GesturePoint(InkPoint(x: input.near(), y: input.near()), time: time))
        case 2:
            path.points.append(GesturePoint(InkPoint(x: input.any(), y: input.any()), time: input.any()))
        default:
            time += Double(kind >> 2) * 0.05
            if let last = path.points.last { path.points.append(GesturePoint(last.position, time: time)) }
        }
    }
    return paths + [path]
}

private func check(_ gesture: PictureGesture, _ limit: Int) throws {
    var pointCount = 0
    for part in gesture.parts {
        try require(!part.fingers.isEmpty, "a part has a finger")
        for finger in part.fingers {
            try require(!finger.points.isEmpty, "a finger has a point")
            pointCount += finger.points.count
            if case .tap(let count) = part.kind {
                try require(1...GestureParser.maximumTapCount ~= count, "a multi-tap has one to five taps")
                try require(finger.points.count == count, "a tap has a point for each of its taps")
            }
        }
    }
    try require(pointCount <= limit, "nothing is made up")
}

private func use(_ gesture: PictureGesture) throws {
    let bytes = gesture.encoded()
    guard let decoded = try? PictureGesture(decoding: bytes) else {
        throw BrokenPromiseError("what is written can be read")
    }
    try require(decoded == gesture.quantised(), "and is what was rounded")
    let isStrict = bytes.count % 2 == 0
    let verifier = RasterVerifier(.init(requiresDirection: isStrict, requiresFingers: isStrict))
    if let template = GestureTemplate(pictureDigest: [], samples: [gesture]) {
        for score in [
            verifier.compare(decoded, with: template).score, TrainedVerifier().compare(decoded, with: template).score,
        ] {
            try require(score >= 0 && score <= 2, "a score is in range")
        }
    }
    let parameters = EnrolmentParameters(sampleCount: 1, minimumPlaces: 1)
    var enrolment = Enrolment(pictureDigest: [], verifier: RasterVerifier.undirected, parameters: parameters)
    if case .complete(let template) = try? enrolment?.add(gesture) {
        try require(template.samples == [decoded], "a template holds what was drawn")
        try require(RasterVerifier.undirected.accepts(decoded, for: template), "a drawing matches itself")
    }
}

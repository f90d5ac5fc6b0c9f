// SPDX-License-Identifier: MIT
import PicturePassword

extension HostileInput {
    /// Decodes bytes as a gesture, a template and a replay guard, as they are and behind the right beginning. What is
    /// accepted is sound and encodes to the very same bytes.
    static func gestureBytes(_ bytes: [UInt8]) throws {
        try check(bytes)
        try check(PictureGesture().encoded().prefix(5) + bytes)
        for version in [[1], [2, 1], [2]] as [[UInt8]] { try check([0x49, 0x4E, 0x4B, 0x54] + version + bytes) }
        _ = try? ReplayGuard(decoding: bytes, key: [UInt8](repeating: 0, count: ReplayGuard.keyLength))
    }
}

private func check(_ bytes: [UInt8]) throws {
    if let gesture = try? PictureGesture(decoding: bytes) {
        try require(gesture.encoded() == bytes, "one gesture has one form")
        try check(gesture, bytes.count)
    }
    if let template = try? GestureTemplate(decoding: bytes) {
        try require(template.encoded() == bytes, "one template has one form")
        try require(!template.samples.isEmpty && template.samples.count <= bytes.count)
        for sample in template.samples { try check(sample, bytes.count) }
        let scores = [
            RasterVerifier.undirected.compare(template.typicalSample, with: template).score,
            TrainedVerifier().compare(template.typicalSample, with: template).score,
        ]
        for score in scores { try require(score >= 0 && score <= 2, "a score is in range") }
    }
}

private func check(_ gesture: PictureGesture, _ byteCount: Int) throws {
    try require(gesture.quantised() == gesture, "what was decoded is quantised")
    var pointCount = 0
    for part in gesture.parts {
        try require(!part.fingers.isEmpty, "a part has a finger")
        for finger in part.fingers {
            if case .tap(let count) = part.kind {
                try require(1...GestureParser.maximumTapCount ~= count && finger.points.count == count)
            }
            try require(!finger.points.isEmpty, "a finger has a point")
            pointCount += finger.points.count
            for point in finger.points {
                try require(abs(point.position.x) <= 1_048_576 && abs(point.position.y) <= 1_048_576)
                try require(point.time >= 0 && point.time <= 1_048_576)
            }
            for (a, b) in zip(finger.points, finger.points.dropFirst()) { try require(a.time <= b.time) }
        }
    }
    try require(pointCount * 3 <= byteCount, "no more points than the bytes can hold")
}

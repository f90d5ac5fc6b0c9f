// SPDX-License-Identifier: MIT
import PicturePassword

/// Decodes bytes as a gesture, a template and a replay guard, as they are and behind the right beginning. What is
/// accepted has to be sound and has to encode to the very same bytes.
@c(LLVMFuzzerTestOneInput)
public func fuzzGestureBytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    check(bytes)
    check(Gesture().encoded().prefix(5) + bytes)
    check([0x49, 0x4E, 0x4B, 0x54, 1] + bytes)
    _ = try? ReplayGuard(decoding: bytes, key: [UInt8](repeating: 0, count: ReplayGuard.keyLength))
    return 0
}

private func check(_ bytes: [UInt8]) {
    if let gesture = try? Gesture(decoding: bytes) {
        precondition(gesture.encoded() == bytes, "one gesture has one form")
        check(gesture, bytes.count)
    }
    if let template = try? GestureTemplate(decoding: bytes) {
        precondition(template.encoded() == bytes, "one template has one form")
        precondition(!template.samples.isEmpty && template.samples.count <= bytes.count)
        for sample in template.samples { check(sample, bytes.count) }
        let score = RasterVerifier().compare(template, template.model).score
        precondition(score >= 0 && score <= 2, "a score is in range")
    }
}

private func check(_ gesture: Gesture, _ byteCount: Int) {
    precondition(gesture.quantised() == gesture, "what was decoded is quantised")
    var pointCount = 0
    for part in gesture.parts {
        precondition(!part.fingers.isEmpty, "a part has a finger")
        for finger in part.fingers {
            if case .tap(let count) = part.kind {
                precondition(1...GestureReader.maximumTapCount ~= count && finger.points.count == count)
            }
            precondition(!finger.points.isEmpty, "a finger has a point")
            pointCount += finger.points.count
            for point in finger.points {
                precondition(abs(point.position.x) <= 1_048_576 && abs(point.position.y) <= 1_048_576)
                precondition(point.time >= 0 && point.time <= 1_048_576)
            }
            for (a, b) in zip(finger.points, finger.points.dropFirst()) { precondition(a.time <= b.time) }
        }
    }
    precondition(pointCount * 3 <= byteCount, "no more points than the bytes can hold")
}

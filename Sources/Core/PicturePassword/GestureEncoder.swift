// SPDX-License-Identifier: MIT
import InkBytes

/// Encodes the elements of gestures, templates and replay guards.
struct GestureEncoder {
    private var output = ByteWriter()

    var bytes: [UInt8] { output.bytes }

    mutating func header(_ magic: [UInt8], version: UInt8 = GestureFormat.version) {
        output.append(magic)
        output.byte(version)
    }

    mutating func verifier(_ kind: VerifierKind) { output.byte(kind.rawValue) }

    mutating func pictureDigest(_ bytes: [UInt8]) {
        count(bytes.count)
        output.append(bytes)
    }

    mutating func append(_ digest: SipHash.Digest) { output.append(digest.bytes) }

    mutating func count(_ count: Int) { output.varint(UInt64(count)) }

    /// - Parameter gesture: A quantised gesture.
    mutating func gesture(_ gesture: PictureGesture) {
        count(gesture.parts.count)
        var last = PointSteps.origin
        for part in gesture.parts {
            output.varint(part.kind.code)
            count(part.fingers.count)
            for finger in part.fingers {
                // A tap's kind implies the number of its points.
                if !part.isTap { count(finger.points.count) }
                points(finger.points, after: &last)
            }
        }
    }

    /// - Parameter last: The first point of the previous finger, because fingers touch down near each other in time.
    private mutating func points(_ points: [GesturePoint], after last: inout PointSteps) {
        var before = last
        for (i, point) in points.enumerated() {
            let steps = PointSteps(point, since: 0)
            output.zigzag(steps.x - before.x)
            output.zigzag(steps.y - before.y)
            if i == 0 {
                output.zigzag(steps.time - before.time)
                last = steps
            } else {
                output.varint(UInt64(steps.time - before.time))
            }
            before = steps
        }
    }
}

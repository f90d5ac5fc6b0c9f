// SPDX-License-Identifier: MIT
import InkBytes

/// Decodes gestures, templates and replay guards from untrusted bytes. It rejects everything that no encoder writes.
struct GestureDecoder {
    private var input: ByteReader<GestureDecodingError>

    /// The version that the bytes have.
    let version: UInt8

    /// - Parameter latest: The latest version that is read.
    /// - Throws: `.wrongFormat`, `.unsupportedVersion` or `.truncated` unless the bytes start with `magic` and a
    ///   version from the first to `latest`.
    init(
        _ bytes: [UInt8], magic: [UInt8], latest: UInt8 = GestureFormat.version
    ) throws(GestureDecodingError) {
        input = ByteReader(bytes)
        guard input.skip(magic) else { throw .wrongFormat }
        version = try input.byte()
        guard GestureFormat.version...latest ~= version else { throw .unsupportedVersion(version) }
    }

    mutating func end() throws(GestureDecodingError) { try input.end() }

    /// Reads the kind of a template's verifier, which is not ``VerifierKind/raster``: those have the first version.
    mutating func verifier() throws(GestureDecodingError) -> VerifierKind {
        let offset = input.offset
        guard let kind = VerifierKind(rawValue: try input.byte()), kind != .raster else {
            throw .invalid(offset: offset)
        }
        guard kind == .trained || version < GestureFormat.adaptedVersion else { throw .invalid(offset: offset) }
        return kind
    }

    /// Reads the number of a template's gestures that were not enrolled.
    mutating func adaptedCount() throws(GestureDecodingError) -> Int {
        Int(try input.varint(in: 1...UInt64(GestureTemplate.maximumAdaptedCount)))
    }

    mutating func pictureDigest() throws(GestureDecodingError) -> [UInt8] {
        try input.bytes(Int(try input.varint(in: 0...UInt64(GestureTemplate.maximumDigestLength))))
    }

    /// Reads the number of digests that follow, which may be zero.
    mutating func digestCount() throws(GestureDecodingError) -> Int {
        try input.count(bytesEach: SipHash.Digest.length)
    }

    mutating func digest() throws(GestureDecodingError) -> SipHash.Digest {
        SipHash.Digest(try input.bytes(SipHash.Digest.length))
    }

    /// Reads the number of gestures that follow.
    mutating func gestureCount(atLeast least: Int) throws(GestureDecodingError) -> Int {
        let offset = input.offset
        let count = try count(bytesEach: 1)
        guard count >= least else { throw .invalid(offset: offset) }
        return count
    }

    mutating func gesture() throws(GestureDecodingError) -> PictureGesture {
        let start = input.offset
        // A part takes at least a kind, the number of fingers and one finger's point.
        let count = try input.count(bytesEach: 5)
        var gesture = PictureGesture()
        gesture.parts.reserveCapacity(count)
        var last = PointSteps.origin
        var firstTouch = GestureFormat.timeSteps.upperBound
        for _ in 0..<count { gesture.parts.append(try part(after: &last, &firstTouch)) }
        // Times are relative to the first touch. Otherwise one gesture would have several encodings.
        guard count == 0 || firstTouch == 0 else { throw .invalid(offset: start) }
        return gesture
    }

    private mutating func part(
        after last: inout PointSteps, _ firstTouch: inout Int64
    ) throws(GestureDecodingError) -> GesturePart {
        let kind = GesturePart.Kind(code: try input.varint(in: GesturePart.Kind.codes))
        let count = try count(bytesEach: 3)
        var part = GesturePart(kind, fingers: [])
        part.fingers.reserveCapacity(count)
        for _ in 0..<count {
            let pointCount: Int
            if case .tap(let count) = kind { pointCount = count } else { pointCount = try self.count(bytesEach: 3) }
            part.fingers.append(FingerPath(try points(pointCount, after: &last)))
            firstTouch = min(firstTouch, last.time)
        }
        return part
    }

    /// Reads the points of a finger.
    /// - Parameter last: The point that the first point is relative to. It becomes the first of the points read.
    private mutating func points(
        _ count: Int, after last: inout PointSteps
    ) throws(GestureDecodingError) -> [GesturePoint] {
        var points: [GesturePoint] = []
        points.reserveCapacity(count)
        var steps = last
        for i in 0..<count {
            steps.x = try moved(steps.x, within: GestureFormat.positionSteps)
            steps.y = try moved(steps.y, within: GestureFormat.positionSteps)
            if i == 0 {
                steps.time = try moved(steps.time, within: GestureFormat.timeSteps)
                last = steps
            } else {
                let left = UInt64(GestureFormat.timeSteps.upperBound - steps.time)
                steps.time += Int64(try input.varint(in: 0...left))
            }
            points.append(GesturePoint(steps))
        }
        return points
    }

    /// Reads the number after `value`, which is far enough from the limits of 64 bits that a wrapped sum lies outside
    /// `range`.
    private mutating func moved(
        _ value: Int64, within range: ClosedRange<Int64>
    ) throws(GestureDecodingError) -> Int64 {
        let offset = input.offset
        let sum = value &+ (try input.zigzag())
        guard range ~= sum else { throw .invalid(offset: offset) }
        return sum
    }

    /// Reads a count of at least one.
    private mutating func count(bytesEach: Int) throws(GestureDecodingError) -> Int {
        let offset = input.offset
        let count = try input.count(bytesEach: bytesEach)
        guard count > 0 else { throw .invalid(offset: offset) }
        return count
    }
}

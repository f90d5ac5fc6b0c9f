// SPDX-License-Identifier: MIT

extension Gesture {
    /// This gesture, ``quantised()``, in its one byte form: about four bytes a sample for a finger at
    /// 120 Hz. docs/SPEC.md gives every byte.
    ///
    /// The bytes are as secret as what was drawn.
    /// - Complexity: O(points).
    public func encoded() -> [UInt8] {
        var encoder = GestureEncoder()
        encoder.header(GestureFormat.gestureMagic)
        encoder.gesture(quantised())
        return encoder.bytes
    }

    /// The gesture that bytes of unknown origin describe; encoding it gives exactly these bytes again.
    ///
    /// Whatever comes out is sound: finite positions in range, times that never decrease, no part without fingers, no
    /// finger without points, a point for each tap.
    /// - Throws: ``GestureDecodingError``; nothing damaged is repaired. Memory stays within a small multiple of `bytes`.
    /// - Complexity: O(`bytes.count`).
    public init(decoding bytes: some Sequence<UInt8>) throws(GestureDecodingError) {
        var decoder = try GestureDecoder(Array(bytes), magic: GestureFormat.gestureMagic)
        self = try decoder.gesture()
        try decoder.end()
    }
}

extension GestureTemplate {
    /// This template in its one byte form, its samples ``Gesture/quantised()``. Seal the bytes before storing them.
    /// - Complexity: O(points).
    public func encoded() -> [UInt8] {
        var encoder = GestureEncoder()
        encoder.header(GestureFormat.templateMagic)
        encoder.pictureDigest(pictureDigest)
        encoder.count(samples.count)
        for sample in samples { encoder.gesture(sample.quantised()) }
        return encoder.bytes
    }

    /// The template that bytes of unknown origin describe; encoding it gives exactly these bytes again.
    /// - Throws: ``GestureDecodingError``; nothing damaged is repaired. Memory stays within a small multiple of `bytes`.
    /// - Complexity: O(`bytes.count`).
    public init(decoding bytes: some Sequence<UInt8>) throws(GestureDecodingError) {
        var decoder = try GestureDecoder(Array(bytes), magic: GestureFormat.templateMagic)
        let digest = try decoder.pictureDigest()
        var samples: [Gesture] = []
        for _ in 0..<(try decoder.gestureCount()) { samples.append(try decoder.gesture()) }
        try decoder.end()
        self.init(soundDigest: digest, samples: samples)
    }
}

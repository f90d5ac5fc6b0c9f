// SPDX-License-Identifier: MIT

extension PictureGesture {
    /// Returns this gesture, ``quantised()``, in its canonical byte form: about four bytes per sample for a finger at
    /// 120 Hz. docs/SPEC.md specifies every byte.
    ///
    /// The bytes are as secret as the gesture.
    /// - Complexity: O(points).
    public func encoded() -> [UInt8] {
        var encoder = GestureEncoder()
        encoder.header(GestureFormat.gestureMagic)
        encoder.gesture(quantised())
        return encoder.bytes
    }

    /// Decodes a gesture from untrusted bytes. Encoding it returns exactly these bytes.
    ///
    /// A decoded gesture is valid: positions are finite and in range, times never decrease, each part has fingers, each
    /// finger has points, and a tap has one point for each of its taps.
    /// - Throws: ``GestureDecodingError``. Damaged data is never repaired. Memory use stays within a small multiple of
    ///   `bytes`.
    /// - Complexity: O(`bytes.count`).
    public init(decoding bytes: some Sequence<UInt8>) throws(GestureDecodingError) {
        var decoder = try GestureDecoder(Array(bytes), magic: GestureFormat.gestureMagic)
        self = try decoder.gesture()
        try decoder.end()
    }
}

extension GestureTemplate {
    /// Returns this template in its canonical byte form, with samples converted by ``PictureGesture/quantised()``. Seal
    /// the bytes before storing them.
    /// - Complexity: O(points).
    public func encoded() -> [UInt8] {
        var encoder = GestureEncoder()
        let version = GestureFormat.version(of: self)
        encoder.header(GestureFormat.templateMagic, version: version)
        if version > GestureFormat.version { encoder.verifier(verifier) }
        if version == GestureFormat.adaptedVersion { encoder.count(adaptedCount) }
        encoder.pictureDigest(pictureDigest)
        encoder.count(samples.count)
        for sample in samples { encoder.gesture(sample.quantised()) }
        return encoder.bytes
    }

    /// Decodes a template from untrusted bytes. Encoding it returns exactly these bytes.
    /// - Throws: ``GestureDecodingError``. Damaged data is never repaired. Memory use stays within a small multiple of
    ///   `bytes`.
    /// - Complexity: O(`bytes.count`).
    public init(decoding bytes: some Sequence<UInt8>) throws(GestureDecodingError) {
        var decoder = try GestureDecoder(
            Array(bytes), magic: GestureFormat.templateMagic, latest: GestureFormat.adaptedVersion)
        let verifier = decoder.version == GestureFormat.version ? .raster : try decoder.verifier()
        let isAdapted = decoder.version == GestureFormat.adaptedVersion
        let adaptedCount = isAdapted ? try decoder.adaptedCount() : 0
        let digest = try decoder.pictureDigest()
        var samples: [PictureGesture] = []
        for _ in 0..<(try decoder.gestureCount(atLeast: adaptedCount + 1)) { samples.append(try decoder.gesture()) }
        try decoder.end()
        self.init(uncheckedDigest: digest, samples: samples, verifier: verifier, adaptedCount: adaptedCount)
    }
}

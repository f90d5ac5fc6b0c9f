// SPDX-License-Identifier: MIT
import InkStroke
import WasmBridge

// A separate module, which a page fetches only when it asks for the quality of signatures.

nonisolated(unsafe) private var signature = Drawing(size: .init(width: 0, height: 0))

/// Takes a drawing of `byteCount` bytes of numbers in the scratch buffer, in the format of `DrawingNumbers`. Returns 0
/// or `Failure.malformed`.
@_expose(wasm, "quality_load") @c(quality_load)
public func qualityLoad(_ byteCount: Int32) -> Int32 {
    guard let drawing = Exchange.drawing(byteCount) else { return Failure.malformed.refusal }
    signature = drawing
    return 0
}

/// Stores the bytes whose digest identifies a repeated signature, and returns their number.
@_expose(wasm, "quality_fingerprint") @c(quality_fingerprint)
public func qualityFingerprint() -> Int32 { Exchange.give(SignatureQuality.fingerprint(of: signature)) }

/// Stores the raw value of each `SignatureFlaw` of the drawing as a byte, and returns their number.
///
/// `samplesPerSecond` is 0 if it is not known. `isRepeated` is 1 if an earlier signature has the same fingerprint.
@_expose(wasm, "quality_flaws") @c(quality_flaws)
public func qualityFlaws(_ samplesPerSecond: Double, _ isRepeated: Int32) -> Int32 {
    let flaws = SignatureQuality().flaws(
        of: signature, samplesPerSecond: samplesPerSecond > 0 ? samplesPerSecond : nil, isRepeated: isRepeated != 0)
    return Exchange.give(flaws.map { $0.rawValue })
}

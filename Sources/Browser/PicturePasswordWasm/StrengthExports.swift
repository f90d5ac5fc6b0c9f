// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword
import WasmBridge

/// Detects salient places in a small copy of the picture: `width` × `height` pixels of four bytes in the scratch
/// buffer. 0 × 0 means that there is no copy, and all places count as equal. Returns 1 if places are known.
@_expose(wasm, "pic_interest") @c(pic_interest)
public func picInterest(_ width: Int32, _ height: Int32) -> Int32 {
    pad.interest = nil
    guard width > 0 && height > 0 else { return 0 }
    let byteCount = Int32(clamping: Int64(width) &* Int64(height) &* 4)
    pad.interest = SaliencyMap(width: width, height: height, rgba: Exchange.bytes(byteCount))
    return pad.interest == nil ? 0 : 1
}

/// Stores the strength of the current drawing, otherwise of the template, otherwise of the first enrolled drawing: the
/// decimal logarithm of the guesses, and the raw values of ``Strength/Level`` and ``Strength/Advice``. Returns the byte
/// count, or 0 if there is nothing to rate.
@_expose(wasm, "pic_strength") @c(pic_strength)
public func picStrength() -> Int32 {
    let shorter = PictureFrame.shorterSide
    let size = pad.pictureSize ?? Size(width: shorter, height: shorter)
    let map = pad.interest ?? SaliencyMap(size: size)
    let rule = RasterVerifier.directed.parameters
    let strength: Strength
    if !pad.recorder.isEmpty {
        strength = Strength(of: pad.recorder.gesture, over: map, rule: rule)
    } else if let template = pad.template {
        strength = Strength(of: template, over: map, rule: rule)
    } else if let first = pad.drawn.first {
        strength = Strength(of: first, over: map, rule: rule)
    } else {
        return 0
    }
    return Exchange.give([strength.log10Guesses, Double(strength.level.rawValue), Double(strength.advice.rawValue)])
}

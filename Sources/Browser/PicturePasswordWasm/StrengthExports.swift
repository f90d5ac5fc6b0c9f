// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword
import WasmBridge

/// Detects salient places in a small copy of the picture: `width` × `height` pixels of four bytes in the scratch
/// buffer. 0 × 0 means that there is no copy, and all places count as equal. Returns 1 if places are known.
@_expose(wasm, "pic_saliency") @c(pic_saliency)
public func picSaliency(_ width: Int32, _ height: Int32) -> Int32 {
    pad.saliency = nil
    guard width > 0 && height > 0 else { return 0 }
    pad.saliency = SaliencyMap(width: width, height: height, rgba: Exchange.pixels(width, height))
    return pad.saliency == nil ? 0 : 1
}

/// Stores the strength of the current drawing, as far as the enrolment would accept it, otherwise of the enrolled
/// drawings: the decimal logarithm of the guesses, and the raw values of ``Strength/Level`` and ``Strength/Advice``.
/// Returns the byte count; 0 if there is nothing to rate.
@_expose(wasm, "pic_strength") @c(pic_strength)
public func picStrength() -> Int32 {
    let isDrawn = !pad.recorder.isEmpty
    guard isDrawn || !pad.drawn.isEmpty else { return 0 }
    let found =
        isDrawn
        ? pad.enrolment?.strength(of: pad.recorder.gesture, over: pad.saliency)
        : pad.verifier.lowerStrength(of: pad.drawn, over: pad.saliency)
    guard let strength = found else { return 0 }
    return Exchange.give([strength.log10Guesses, Double(strength.level.rawValue), Double(strength.advice.rawValue)])
}

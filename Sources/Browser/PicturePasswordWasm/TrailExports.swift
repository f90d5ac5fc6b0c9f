// SPDX-License-Identifier: MIT
import InkTrail
import WasmBridge

/// Sets the trail by the raw value of a ``TrailStyle``. `seed` is the seed of the fire.
@_expose(wasm, "pic_trail") @c(pic_trail)
public func picTrail(_ style: Int32, _ reducedMotion: Int32, _ seed: UInt32) {
    let style = TrailStyle(number: style) ?? .none
    pad.trail = BuiltInTrail(style.effective(reducedMotion: reducedMotion != 0), seed: UInt64(seed))
}

/// Stores the trail at a time in the format of `TrailNumbers`. Returns the byte count.
@_expose(wasm, "pic_trail_frame") @c(pic_trail_frame)
public func picTrailFrame(_ time: Double) -> Int32 {
    pad.trail.advance(to: time)
    return Exchange.give(TrailNumbers.encode(pad.trail))
}

/// Returns 1 if nothing is visible and nothing will be before the next touch.
@_expose(wasm, "pic_trail_quiet") @c(pic_trail_quiet)
public func picTrailQuiet() -> Int32 { pad.trail.isQuiet ? 1 : 0 }

/// Stores the falloff of a sprite as alpha bytes, `side` by `side`, and returns their number.
@_expose(wasm, "pic_falloff") @c(pic_falloff)
public func picFalloff(_ side: Int32) -> Int32 { Exchange.give(TrailSprite.falloff(side: Int(side))) }

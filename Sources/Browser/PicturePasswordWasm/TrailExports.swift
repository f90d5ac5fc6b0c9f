// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTrail
import WasmBridge

/// Sets the trail by the raw value of a ``TrailStyle``. `seed` is the seed of the fire.
@_expose(wasm, "pic_trail") @c(pic_trail)
public func picTrail(_ style: Int32, _ reducedMotion: Int32, _ seed: UInt32) {
    let style = TrailStyle(number: style) ?? .none
    pad.trail = BuiltInTrail(style.effective(reducedMotion: reducedMotion != 0), seed: UInt64(seed))
}

/// Stores the trail at a time: the number of outlines, each outline, then the sprites. An outline consists of red,
/// green, blue, alpha, the number of its vertices, and x and y of each. A sprite consists of x, y, radius, red, green,
/// blue, alpha, and 1 if it adds light or 0 if it covers. Values are 32-bit numbers: points, and channels in 0...255.
/// Returns the byte count.
@_expose(wasm, "pic_trail_frame") @c(pic_trail_frame)
public func picTrailFrame(_ time: Double) -> Int32 {
    pad.trail.advance(to: time)
    var numbers: [Float] = [0]
    pad.trail.visitInk { ink in
        numbers[0] += 1
        append(ink.color, to: &numbers)
        let count = numbers.count
        numbers.append(0)
        ink.outline.visitVertices { vertex in
            numbers.append(Float(vertex.x))
            numbers.append(Float(vertex.y))
            numbers[count] += 1
        }
    }
    pad.trail.visitSprites { sprite in
        numbers.append(Float(sprite.position.x))
        numbers.append(Float(sprite.position.y))
        numbers.append(Float(sprite.radius))
        append(sprite.color, to: &numbers)
        let light: Float =
            switch sprite.blend {
            case .over: 0
            case .add: 1
            }
        numbers.append(light)
    }
    return Exchange.give(numbers)
}

private func append(_ color: SRGBColor, to numbers: inout [Float]) {
    numbers.append(Float(color.red))
    numbers.append(Float(color.green))
    numbers.append(Float(color.blue))
    numbers.append(Float(color.alpha))
}

/// Returns 1 if nothing is visible and nothing will be before the next touch.
@_expose(wasm, "pic_trail_quiet") @c(pic_trail_quiet)
public func picTrailQuiet() -> Int32 { pad.trail.isQuiet ? 1 : 0 }

/// Stores the falloff of a sprite as alpha bytes, `side` by `side`, and returns their number.
@_expose(wasm, "pic_falloff") @c(pic_falloff)
public func picFalloff(_ side: Int32) -> Int32 { Exchange.give(TrailSprite.falloff(side: Int(side))) }

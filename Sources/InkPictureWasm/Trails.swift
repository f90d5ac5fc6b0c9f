// SPDX-License-Identifier: MIT
import InkExchange
import InkGeometry
import InkStroke

/// Chooses what is seen of the fingers: a ``TrailStyle``'s raw value. `seed` chooses the fire.
@_expose(wasm, "pic_trail") @c(pic_trail)
public func picTrail(_ style: Int32, _ reducedMotion: Int32, _ seed: UInt32) {
    let style = TrailStyle(rawValue: UInt8(clamping: style)) ?? .none
    pad.trail = BuiltInTrail(style.effective(reducedMotion: reducedMotion != 0), seed: UInt64(seed))
}

/// What is seen at a time: the number of outlines, and each, then the spots. An outline: red, green, blue, alpha, the
/// number of its vertices, x and y of each. A spot: x, y, radius, red, green, blue, alpha, 1 where its light is added
/// and 0 where it covers. Points, and channels of 0...255, as 32-bit numbers; returns how many bytes they are.
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
        numbers.append(sprite.blend == .add ? 1 : 0)
    }
    return Exchange.give(numbers)
}

private func append(_ color: SRGBColor, to numbers: inout [Float]) {
    numbers.append(Float(color.red))
    numbers.append(Float(color.green))
    numbers.append(Float(color.blue))
    numbers.append(Float(color.alpha))
}

/// 1 when nothing is seen, and nothing will be before the next touch.
@_expose(wasm, "pic_trail_quiet") @c(pic_trail_quiet)
public func picTrailQuiet() -> Int32 { pad.trail.isQuiet ? 1 : 0 }

/// A soft spot as alpha bytes, `side` by `side`; returns how many.
@_expose(wasm, "pic_falloff") @c(pic_falloff)
public func picFalloff(_ side: Int32) -> Int32 { Exchange.give(TrailSprite.falloff(side: Int(side))) }

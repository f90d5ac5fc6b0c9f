// SPDX-License-Identifier: MIT

/// A receiver of the coverage that an ``OutlineFiller`` computes, row by row.
protocol CoverageSink {
    /// Reports that the pixel in column `x` of row `y` has a coverage of `coverage` / 255, 1...255.
    mutating func add(x: Int32, y: Int32, coverage: UInt32)

    /// Reports that `count` pixels from column `x` of row `y` have a coverage of `coverage` / 255 each, 1...255.
    mutating func add(x: Int32, y: Int32, count: Int32, coverage: UInt32)
}

extension CoverageSink {
    mutating func add(x: Int32, y: Int32, coverage: UInt32) { add(x: x, y: y, count: 1, coverage: coverage) }
}

/// Paints pixels with a brush's colour, modulated by its grain.
struct BrushPainter: CoverageSink {
    let pixels: UnsafeMutableBufferPointer<UInt32>
    let stride: Int
    /// The colour without alpha.
    let color: UInt32
    let opacity: UInt32
    let texture: Texture?

    /// A grain, and the mapping of pixel centres to its tile in samples times 256: pixel (i, j) of the whole surface
    /// lies at (i, j) · `step` + `start` + `offset` · 256.
    struct Texture {
        let grain: Grain
        let offset: (x: Int, y: Int)
        let originX: Int32
        let originY: Int32
        let step: Double

        @inline(__always) func opacity(_ x: Int32, _ y: Int32) -> UInt32 {
            let sampleX = Int(((Double(x &+ originX) + 0.5) * step - 128).rounded(.down)) &+ offset.x &* 256
            let sampleY = Int(((Double(y &+ originY) + 0.5) * step - 128).rounded(.down)) &+ offset.y &* 256
            return grain.opacity(x: sampleX, y: sampleY)
        }
    }

    @inline(__always) mutating func add(x: Int32, y: Int32, coverage: UInt32) {
        if texture != nil { return addGrain(x: x, y: y, count: 1, coverage: coverage) }
        let index = Int(y) &* stride &+ Int(x)
        pixels[index] = Blend.over(pixels[index], color, alpha: Blend.scaled(coverage, opacity))
    }

    @inline(__always) mutating func add(x: Int32, y: Int32, count: Int32, coverage: UInt32) {
        if texture != nil { return addGrain(x: x, y: y, count: count, coverage: coverage) }
        let start = Int(y) &* stride &+ Int(x)
        let end = start &+ Int(count)
        let alpha = Blend.scaled(coverage, opacity)
        if alpha == 255 {
            for i in start..<end { pixels[i] = color | 0xFF00_0000 }
        } else {
            for i in start..<end { pixels[i] = Blend.over(pixels[i], color, alpha: alpha) }
        }
    }

    @inline(never) private func addGrain(x: Int32, y: Int32, count: Int32, coverage: UInt32) {
        guard let texture else { return }
        let start = Int(y) &* stride &+ Int(x)
        for i in 0..<count {
            let alpha = Blend.scaled(Blend.scaled(coverage, texture.opacity(x &+ i, y)), opacity)
            let index = start &+ Int(i)
            pixels[index] = Blend.over(pixels[index], color, alpha: alpha)
        }
    }
}

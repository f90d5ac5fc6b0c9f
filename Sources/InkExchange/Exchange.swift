// SPDX-License-Identifier: MIT
import InkStroke

// A page is single-threaded, and an instance of a module serves one pad: globals are its state.
nonisolated(unsafe) private var scratchBuffer: UnsafeMutableRawPointer?
nonisolated(unsafe) private var scratchCapacity = 0
nonisolated(unsafe) private var resultBytes: [UInt8] = []

/// Room for what the page hands over: `byteCount` bytes, aligned for numbers, until the next call of this.
@_expose(wasm, "ink_scratch") @c(ink_scratch)
public func inkScratch(_ byteCount: Int32) -> UnsafeMutableRawPointer? {
    let wanted = max(64, Int(byteCount))
    if wanted > scratchCapacity {
        scratchBuffer?.deallocate()
        scratchBuffer = .allocate(byteCount: wanted, alignment: 8)
        scratchCapacity = wanted
    }
    return scratchBuffer
}

/// Where the bytes of the last call that made some lie, until the next call.
@_expose(wasm, "ink_result") @c(ink_result)
public func inkResult() -> UnsafeRawPointer? {
    resultBytes.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
}

/// The codes by which calls report failure.
public enum Failure {
    /// Nothing to draw on, or more than fits: no area, no number, too many pixels.
    public static var empty: Int32 { -5 }
    /// Bytes that are not what they should be.
    public static var malformed: Int32 { -6 }

    public static func code(_ error: StrokeError) -> Int32 {
        switch error {
        case .notFinite: -1
        case .outOfRange: -2
        case .noStrokeInProgress: -3
        case .strokeInProgress: -4
        }
    }
}

/// What goes in and out of the module.
public enum Exchange {
    /// The first `count` numbers of the scratch buffer, as far as it reaches.
    public static func numbers(_ count: Int) -> UnsafeBufferPointer<Double> {
        let count = max(0, min(count, scratchCapacity / 8))
        return UnsafeBufferPointer(
            start: UnsafePointer(scratchBuffer?.assumingMemoryBound(to: Double.self)), count: count)
    }

    /// The first `count` bytes of the scratch buffer, as far as it reaches.
    public static func bytes(_ count: Int32) -> UnsafeBufferPointer<UInt8> {
        let count = max(0, min(Int(count), scratchCapacity))
        return UnsafeBufferPointer(
            start: UnsafePointer(scratchBuffer?.assumingMemoryBound(to: UInt8.self)), count: count)
    }

    /// Keeps bytes for the page and returns their count.
    public static func give(_ bytes: [UInt8]) -> Int32 {
        resultBytes = bytes
        return Int32(truncatingIfNeeded: bytes.count)
    }

    /// Keeps numbers for the page and returns the count of their bytes.
    public static func give(_ numbers: [Double]) -> Int32 {
        numbers.withUnsafeBytes { give(Array($0)) }
    }

    public static func give(_ numbers: [Float]) -> Int32 {
        numbers.withUnsafeBytes { give(Array($0)) }
    }
}

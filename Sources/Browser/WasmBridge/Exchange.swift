// SPDX-License-Identifier: MIT
import InkStroke

// A page is single-threaded, and an instance of a module serves one pad, so globals hold its state.
nonisolated(unsafe) private var scratchBuffer: UnsafeMutableRawPointer?
nonisolated(unsafe) private var scratchCapacity = 0
nonisolated(unsafe) private var resultBytes: [UInt8] = []

/// Returns a buffer for input from the page: `byteCount` bytes, aligned for numbers, valid until the next call.
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

/// Returns the address of the last call's result bytes, valid until the next call.
@_expose(wasm, "ink_result") @c(ink_result)
public func inkResult() -> UnsafeRawPointer? {
    resultBytes.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
}

/// The module's data exchange with the page.
public enum Exchange {
    /// Returns the first `count` numbers of the scratch buffer, limited to its size.
    public static func numbers(_ count: Int) -> UnsafeBufferPointer<Double> {
        let count = max(0, min(count, scratchCapacity / 8))
        return UnsafeBufferPointer(
            start: UnsafePointer(scratchBuffer?.assumingMemoryBound(to: Double.self)), count: count)
    }

    /// Returns the first `count` bytes of the scratch buffer, limited to its size.
    public static func bytes(_ count: Int32) -> UnsafeBufferPointer<UInt8> {
        let count = max(0, min(Int(count), scratchCapacity))
        return UnsafeBufferPointer(
            start: UnsafePointer(scratchBuffer?.assumingMemoryBound(to: UInt8.self)), count: count)
    }

    /// Returns the bytes of `width` × `height` pixels, four each, in the scratch buffer, limited to its size.
    public static func pixels(_ width: Int32, _ height: Int32) -> UnsafeBufferPointer<UInt8> {
        bytes(Int32(clamping: Int64(width) &* Int64(height) &* 4))
    }

    /// Returns the drawing of `byteCount` bytes of numbers in the scratch buffer, or `nil` if they describe none.
    public static func drawing(_ byteCount: Int32) -> Drawing? {
        guard byteCount >= 0 && byteCount % 8 == 0 else { return nil }
        return DrawingNumbers.decode(numbers(Int(byteCount / 8)))
    }

    /// Stores result bytes for the page and returns their number.
    public static func give(_ bytes: [UInt8]) -> Int32 {
        resultBytes = bytes
        return Int32(truncatingIfNeeded: bytes.count)
    }

    /// Stores result numbers for the page and returns the number of their bytes.
    public static func give(_ numbers: [Double]) -> Int32 {
        numbers.withUnsafeBytes { give(Array($0)) }
    }

    public static func give(_ numbers: [Float]) -> Int32 {
        numbers.withUnsafeBytes { give(Array($0)) }
    }
}

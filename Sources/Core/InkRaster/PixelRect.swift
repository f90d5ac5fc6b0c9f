// SPDX-License-Identifier: MIT
import InkGeometry

/// A rectangle of whole pixels: `minX..<maxX` by `minY..<maxY`.
@frozen public struct PixelRect: Hashable, Sendable {
    /// The first column.
    public var minX: Int32
    /// The first row.
    public var minY: Int32
    /// The column after the last.
    public var maxX: Int32
    /// The row after the last.
    public var maxY: Int32

    @inlinable public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Creates a rectangle of all pixels that a rectangle in points touches at `scale` pixels per point, plus one on
    /// each side.
    public init(covering rect: InkRect, scale: Double) {
        guard !rect.isEmpty else {
            self.init(minX: 0, minY: 0, maxX: 0, maxY: 0)
            return
        }
        self.init(
            minX: Self.pixel((rect.minX * scale).rounded(.down) - 1),
            minY: Self.pixel((rect.minY * scale).rounded(.down) - 1),
            maxX: Self.pixel((rect.maxX * scale).rounded(.up) + 1),
            maxY: Self.pixel((rect.maxY * scale).rounded(.up) + 1))
    }

    private static func pixel(_ value: Double) -> Int32 {
        let limit = 1_073_741_824.0
        // NaN counts as the lower limit.
        return Int32(value > -limit ? min(value, limit) : -limit)
    }

    /// The number of columns, or 0 if empty.
    @inlinable public var width: Int32 { max(0, maxX - minX) }
    /// The number of rows, or 0 if empty.
    @inlinable public var height: Int32 { max(0, maxY - minY) }
    /// A Boolean value that indicates whether the rectangle contains no pixel.
    @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }

    /// Returns the pixels in both rectangles. The edges of an empty result are unspecified.
    @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    /// Returns the smallest rectangle that contains the pixels of both.
    @inlinable public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }
}

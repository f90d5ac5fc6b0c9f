// SPDX-License-Identifier: MIT

/// A width and a height in points.
@frozen public struct InkSize: Hashable, Sendable {
    /// The width in points. It may be zero, negative or not finite; see ``hasArea``.
    public var width: Double
    /// The height in points. It may be zero, negative or not finite; see ``hasArea``.
    public var height: Double

    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The size with zero width and height.
    @inlinable public static var zero: InkSize { InkSize(width: 0, height: 0) }

    /// A Boolean value that indicates whether both sides are positive and finite.
    @inlinable public var hasArea: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

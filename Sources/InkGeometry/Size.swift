// SPDX-License-Identifier: MIT

/// A width and a height in points.
@frozen public struct Size: Hashable, Sendable {
    /// In points; may be 0, negative or not finite: see ``hasArea``.
    public var width: Double
    /// In points; may be 0, negative or not finite: see ``hasArea``.
    public var height: Double

    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No width and no height.
    @inlinable public static var zero: Size { Size(width: 0, height: 0) }

    /// True for sizes that have an area and whose sides are finite.
    @inlinable public var hasArea: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

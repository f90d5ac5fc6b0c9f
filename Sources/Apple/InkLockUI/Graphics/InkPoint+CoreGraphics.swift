// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry

extension InkPoint {
    init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension InkSize {
    init(_ size: CGSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}

extension CGPoint {
    init(_ point: InkPoint) { self.init(x: CGFloat(point.x), y: CGFloat(point.y)) }
}

extension CGSize {
    init(_ size: InkSize) { self.init(width: CGFloat(size.width), height: CGFloat(size.height)) }
}

extension CGRect {
    /// Creates a rectangle. An empty rectangle becomes the null rectangle.
    init(_ rect: InkRect) {
        guard !rect.isEmpty else {
            self = .null
            return
        }
        self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }
}

extension InkRect {
    init(_ rect: CGRect) {
        self.init(
            minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
    }
}

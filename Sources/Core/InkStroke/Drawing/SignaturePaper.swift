// SPDX-License-Identifier: MIT
import InkGeometry

/// The appearance of the paper under a signature: a line to sign on, with a cross before it.
public struct SignaturePaper: Hashable, Sendable {
    /// The colour of the paper, a warm white.
    public static var color: SRGBColor { SRGBColor(rgba: 0xFFFE_FBFF) }
    /// The colour of the line.
    public static var lineColor: SRGBColor { SRGBColor(rgba: 0xB9B4_A8FF) }
    /// The colour of the cross, with a contrast of 4.5 : 1 against the paper.
    public static var crossColor: SRGBColor { SRGBColor(rgba: 0x6B66_5CFF) }
    /// The width of the line in points.
    public static var lineWidth: Double { 1.5 }
    /// The stroke width of the cross in points. It is slightly wider because diagonals look thinner.
    public static var crossWidth: Double { 1.75 }
    private static let margin = 0.08
    private static let height = 0.7
    private static let crossSide = 10.0
    private static let crossGap = 10.0

    /// The start and end of the line to sign on, in points.
    public let line: (start: InkPoint, end: InkPoint)
    /// The cross's bounding box in points. It is empty where there is no room for the cross.
    public let cross: InkRect

    /// Lays out the paper.
    /// - Parameters:
    ///   - size: The size of the paper in points.
    ///   - isRightToLeft: A Boolean value that indicates whether the writing direction is right to left.
    public init(size: InkSize, isRightToLeft: Bool = false) {
        let y = size.height * Self.height
        let left = InkPoint(x: size.width * Self.margin, y: y)
        let right = InkPoint(x: size.width * (1 - Self.margin), y: y)
        line = isRightToLeft ? (right, left) : (left, right)
        let bottom = y - Self.crossGap
        let start = isRightToLeft ? right.x - Self.crossSide : left.x
        let box = InkRect(minX: start, minY: bottom - Self.crossSide, maxX: start + Self.crossSide, maxY: bottom)
        cross = box.minY >= 0 && box.maxX <= size.width && box.minX >= 0 ? box : .empty
    }

    public static func == (a: SignaturePaper, b: SignaturePaper) -> Bool {
        a.line.start == b.line.start && a.line.end == b.line.end && a.cross == b.cross
    }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(line.start)
        hasher.combine(line.end)
        hasher.combine(cross)
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry

/// How the sheet under a signature looks: a line to sign on with a cross before it.
public struct SignaturePaper: Hashable, Sendable {
    /// The sheet, light and warm.
    public static var color: SRGBColor { SRGBColor(rgba: 0xFFFE_FBFF) }
    /// The line, sRGB.
    public static var lineColor: SRGBColor { SRGBColor(rgba: 0xB9B4_A8FF) }
    /// The cross, at 4.5 : 1 against the sheet.
    public static var crossColor: SRGBColor { SRGBColor(rgba: 0x6B66_5CFF) }
    /// Widths of the line and of the cross in points.
    public static var lineWidth: Double { 1.5 }
    /// The width of the cross's lines in points: a little more, for a diagonal looks thinner.
    public static var crossWidth: Double { 1.75 }
    private static let margin = 0.08
    private static let height = 0.7
    private static let crossSide = 10.0
    private static let crossGap = 10.0

    /// Ends of the line to sign on, in points.
    public let line: (start: Point, end: Point)
    /// The cross's box, in points; empty where there is no room for it.
    public let cross: Rect

    /// Lays a sheet of `size` points out.
    /// - Parameters:
    ///   - size: the sheet's, in points.
    ///   - isRightToLeft: whether one begins to write on the right.
    public init(size: Size, isRightToLeft: Bool = false) {
        let y = size.height * Self.height
        let left = Point(x: size.width * Self.margin, y: y)
        let right = Point(x: size.width * (1 - Self.margin), y: y)
        line = isRightToLeft ? (right, left) : (left, right)
        let bottom = y - Self.crossGap
        let start = isRightToLeft ? right.x - Self.crossSide : left.x
        let box = Rect(minX: start, minY: bottom - Self.crossSide, maxX: start + Self.crossSide, maxY: bottom)
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

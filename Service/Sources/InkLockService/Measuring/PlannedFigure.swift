// SPDX-License-Identifier: MIT
import InkGeometry

/// A figure of a picture password as a person or an attacker plans it: a tap, or corners to draw along.
struct PlannedFigure: Hashable {
    /// The corners in picture units, in the order of drawing. One for a tap.
    var corners: [InkPoint]

    init(corners: [InkPoint]) { self.corners = corners }

    init(tap place: InkPoint) { corners = [place] }

    init(line start: InkPoint, _ end: InkPoint) { corners = [start, end] }

    /// Creates an outline around a place, moved as far as necessary to lie on the picture.
    /// - Parameters:
    ///   - outline: The corners of the outline, of any size.
    ///   - side: The larger side of the figure in picture units.
    ///   - isBackwards: A Boolean value that indicates whether it is drawn from its last corner to its first.
    init(_ outline: [InkPoint], around centre: InkPoint, side: Double, isBackwards: Bool, on picture: InkSize) {
        let box = Self.box(of: outline)
        let scale = side / max(box.width, box.height)
        let (width, height) = (box.width * scale / 2, box.height * scale / 2)
        let place = InkPoint(
            x: max(min(width, picture.width / 2), min(centre.x, picture.width - width)),
            y: max(min(height, picture.height / 2), min(centre.y, picture.height - height)))
        corners = outline.map { place + ($0 - Self.centre(of: box)) * scale }
        if isBackwards { corners.reverse() }
    }

    /// Returns a copy of another size around the same place.
    func scaled(by factor: Double) -> PlannedFigure {
        let centre = centre
        return PlannedFigure(corners: corners.map { centre + ($0 - centre) * factor })
    }

    /// Returns a zigzag over the bounding box.
    /// - Parameters:
    ///   - lines: The number of lines, at least 2.
    ///   - isUpright: A Boolean value that indicates whether the lines are upright.
    func scribbled(lines: Int, isUpright: Bool) -> PlannedFigure {
        let box = Self.box(of: corners)
        return PlannedFigure(
            corners: (0..<2 * lines).map { i in
                let across = Double(i / 2) / Double(lines - 1)
                let along = (i + 1) / 2 % 2 == 0 ? 0.0 : 1
                let (u, v) = isUpright ? (across, along) : (along, across)
                return InkPoint(x: box.minX + box.width * u, y: box.minY + box.height * v)
            })
    }

    /// Returns the lines of a zigzag over the bounding box, each as a separate figure.
    func lines(_ count: Int, isUpright: Bool) -> [PlannedFigure] {
        let corners = scribbled(lines: count, isUpright: isUpright).corners
        return (0..<count).map { PlannedFigure(line: corners[2 * $0], corners[2 * $0 + 1]) }
    }

    /// Returns a line over the bounding box, and taps beside it.
    func tapped(taps count: Int) -> [PlannedFigure] {
        let box = Self.box(of: corners)
        let line = PlannedFigure(line: InkPoint(x: box.minX, y: box.minY), InkPoint(x: box.maxX, y: box.maxY))
        return [line]
            + (0..<count).map { i in
                let along = line.start.interpolated(to: line.end, at: (Double(i) + 0.5) / Double(count))
                return PlannedFigure(
                    tap: i % 2 == 0 ? InkPoint(x: along.x, y: box.minY) : InkPoint(x: box.minX, y: along.y))
            }
    }

    var isTap: Bool { corners.count == 1 }
    var start: InkPoint { corners[0] }
    var end: InkPoint { corners[corners.count - 1] }

    /// The centre of the bounding box.
    var centre: InkPoint { Self.centre(of: Self.box(of: corners)) }

    private static func box(of corners: [InkPoint]) -> InkRect {
        var box = InkRect.empty
        for corner in corners { box.formUnion(corner) }
        return box
    }

    private static func centre(of box: InkRect) -> InkPoint {
        InkPoint(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
    }
}

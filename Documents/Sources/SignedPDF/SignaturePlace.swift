// SPDX-License-Identifier: MIT
import InkGeometry

/// A place on a page, as a reader sees the page: upright, with the origin at the top left and y pointing down.
public struct SignaturePlace: Hashable, Sendable {
    /// The number of the page, from 1.
    public var page: Int
    /// The left edge in points.
    public var x: Double
    /// The top edge in points.
    public var y: Double
    /// The width in points. The height follows from the drawing. Both are at least ``leastSide``.
    public var width: Double

    /// The least width and height of the ink in points. Smaller ink could not be seen.
    public static let leastSide = 1.0

    public init(page: Int, x: Double, y: Double, width: Double) {
        self.page = page
        self.x = x
        self.y = y
        self.width = width
    }

    /// Returns the place on a page whose coordinates count in larger or smaller units.
    /// - Parameter points: The size of a unit in points.
    func inUnits(of points: Double) -> SignaturePlace {
        SignaturePlace(page: page, x: x / points, y: y / points, width: width / points)
    }

    /// A rectangle of a page in PDF's coordinates, and the matrix that shows contents upright in it.
    struct Frame {
        let rect: [Double]
        let matrix: [Int]
    }

    /// Returns the matrix of a form that is upright on a page.
    /// - Parameter rotation: The angle in degrees by which readers turn the page clockwise: 0, 90, 180 or 270.
    static func matrix(rotation: Int) -> [Int] {
        switch rotation {
        case 90: [0, 1, -1, 0, 0, 0]
        case 180: [-1, 0, 0, -1, 0, 0]
        case 270: [0, -1, 1, 0, 0, 0]
        default: [1, 0, 0, 1, 0, 0]
        }
    }

    /// Returns where a box of a height lies on a page.
    /// - Parameters:
    ///   - box: The page's visible box in PDF's coordinates: left, bottom, right, top.
    ///   - rotation: The angle in degrees by which readers turn the page clockwise: 0, 90, 180 or 270.
    /// - Throws: ``PDFError/invalidPlace`` if it is not on the page.
    func frame(height: Double, box: [Double], rotation: Int) throws(PDFError) -> Frame {
        let isTurned = rotation % 180 != 0
        let (pageWidth, pageHeight) = isTurned ? (box[3] - box[1], box[2] - box[0]) : (box[2] - box[0], box[3] - box[1])
        guard width > 0, height > 0, x >= 0, y >= 0, x + width <= pageWidth, y + height <= pageHeight else {
            throw .invalidPlace
        }
        func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            switch rotation {
            case 90: (box[0] + y, box[1] + x)
            case 180: (box[2] - x, box[1] + y)
            case 270: (box[2] - y, box[3] - x)
            default: (box[0] + x, box[3] - y)
            }
        }
        let (a, b) = (place(x, y), place(x + width, y + height))
        return Frame(
            rect: [min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)],
            matrix: Self.matrix(rotation: rotation))
    }
}

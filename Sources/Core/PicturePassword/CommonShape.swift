// SPDX-License-Identifier: MIT
import InkGeometry

/// A shape so common that it does not make a password on its own.
///
/// Half of all free gestures are plain shapes, a quarter letters, and a sixth lines (Yang et al., "Free-form gesture
/// authentication in the wild", CHI 2016).
public enum CommonShape: Hashable, Sendable {
    /// A straight line from end to end.
    case line
    /// A closed round shape, including ovals.
    case circle
    /// A closed shape with three corners.
    case triangle
    /// A closed shape with four corners, including squares.
    case rectangle
    /// A short downstroke and a longer upstroke.
    case checkMark
    /// A line back and forth, three or four times.
    case zigzag
    /// Two arcs above a point.
    case heart
    /// A horizontal figure eight.
    case infinity
    /// A letter or digit in one stroke, as an ASCII capital or digit.
    case letter(UInt8)

    /// Creates the common shape that matches a whole gesture. Returns `nil` for gestures of several parts or fingers,
    /// for those of an app's own kind, and for other shapes.
    ///
    /// Position, size and the direction of drawing do not matter. A closed shape may start at any point.
    ///
    /// - Complexity: O(points).
    public init?(_ gesture: PictureGesture) {
        guard gesture.parts.count == 1, let part = gesture.parts.first, case .path = part.kind,
            part.fingers.count == 1, let path = NormalisedPath(part.fingers[0])
        else { return nil }
        if path.straightness > 0.93 {
            self = .line
            return
        }
        var best: CommonShape?
        var bestDistance = Self.tolerance
        for (shape, outline) in Self.outlines {
            guard let reference = NormalisedPath(digits: outline) else { continue }
            let distance = reference.distance(to: path)
            if distance < bestDistance {
                best = shape
                bestDistance = distance
            }
        }
        guard let best else { return nil }
        self = best
    }

    /// The outlines of the shapes, for simulations: the corners of one stroke, on a grid of 0...9 along each axis. A
    /// shape may have several outlines. Lines have none.
    public static var examples: [(shape: CommonShape, corners: [InkPoint])] {
        outlines.map { ($0.0, NormalisedPath.corners($0.1)) }
    }

    /// The mean distance between points, as a share of the larger side, up to which shapes count as equal.
    private static var tolerance: Double { 0.09 }

    /// Returns a Boolean value that indicates whether two paths have the same shape, wherever they are and whatever
    /// their size.
    static func areAlike(_ first: FingerPath, _ second: FingerPath) -> Bool {
        guard let first = NormalisedPath(first), let second = NormalisedPath(second) else { return false }
        return first.distance(to: second) < tolerance
    }

    /// The corners on a grid, one digit each for x and y. A shape is closed if the last corner is the first. The
    /// outlines are the project's own.
    static var outlines: [(CommonShape, StaticString)] {
        [
            (.circle, "50719395977959391705133150"), (.triangle, "50990950"), (.rectangle, "0090990900"),
            (.checkMark, "053990"), (.checkMark, "074980"), (.zigzag, "00396099"), (.zigzag, "0039609990"),
            (.heart, "53311103065996937153"), (.infinity, "5573939777553313173755"),
            (.letter(UInt8(ascii: "C")), "91501205185998"), (.letter(UInt8(ascii: "L")), "000969"),
            (.letter(UInt8(ascii: "M")), "0900458089"), (.letter(UInt8(ascii: "N")), "09008980"),
            (.letter(UInt8(ascii: "S")), "814012245677582908"), (.letter(UInt8(ascii: "U")), "000528486660"),
            (.letter(UInt8(ascii: "V")), "003960"), (.letter(UInt8(ascii: "W")), "0029456990"),
            (.letter(UInt8(ascii: "Z")), "00800989"), (.letter(UInt8(ascii: "E")), "1575623104073978"),
            (.letter(UInt8(ascii: "2")), "022051630969"), (.letter(UInt8(ascii: "3")), "01305234563708"),
            (.letter(UInt8(ascii: "6")), "6021051849674506"), (.letter(UInt8(ascii: "7")), "007029"),
            (.letter(UInt8(ascii: "8")), "446240224467492744"),
        ]
    }
}

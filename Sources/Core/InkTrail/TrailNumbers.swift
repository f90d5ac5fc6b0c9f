// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The visible part of a trail as a list of numbers, for interfaces with other languages.
///
/// The list has the number of outlines, each outline, then the sprites. An outline begins with red, green, blue, alpha
/// and the number of its vertices; x and y of each follow. A sprite is x, y, radius, red, green, blue, alpha, and 1 if
/// it adds light or 0 if it covers. Lengths are in points, and channels in 0...255.
package enum TrailNumbers {
    /// The count of numbers before an outline's vertices.
    package static var perOutline: Int { 5 }
    /// The count of numbers of a vertex.
    package static var perVertex: Int { 2 }
    /// The count of numbers of a sprite.
    package static var perSprite: Int { 8 }

    /// Returns the list of a trail.
    /// - Complexity: O(vertices + sprites).
    package static func encode(_ trail: BuiltInTrail) -> [Float] {
        var numbers: [Float] = [0]
        trail.visitInk { ink in
            numbers[0] += 1
            append(ink.color, to: &numbers)
            let count = numbers.count
            numbers.append(0)
            ink.outline.visitVertices { vertex in
                numbers.append(Float(vertex.x))
                numbers.append(Float(vertex.y))
                numbers[count] += 1
            }
        }
        trail.visitSprites { sprite in
            numbers.append(Float(sprite.position.x))
            numbers.append(Float(sprite.position.y))
            numbers.append(Float(sprite.radius))
            append(sprite.color, to: &numbers)
            let light: Float =
                switch sprite.blend {
                case .over: 0
                case .add: 1
                }
            numbers.append(light)
        }
        return numbers
    }

    private static func append(_ color: SRGBColor, to numbers: inout [Float]) {
        numbers.append(Float(color.red))
        numbers.append(Float(color.green))
        numbers.append(Float(color.blue))
        numbers.append(Float(color.alpha))
    }
}

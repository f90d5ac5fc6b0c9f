// SPDX-License-Identifier: MIT
import InkGeometry

extension PictureGesture {
    /// The number of places in which something is drawn: groups of strokes and taps whose bounding boxes are at most 24
    /// picture units apart along both axes. A symbol of several strokes is in one place. Strokes after the first 64 do
    /// not count.
    /// - Complexity: O(points + fingers · log(fingers)).
    public var placeCount: Int {
        let boxes = StrokeList(self).strokes.prefix(64).map { $0.box }
        // The last stroke of each stroke's place, as far as the strokes before it show.
        var places = Array(boxes.indices)
        for i in boxes.indices {
            for j in 0..<i where StrokeList.areClose(boxes[i], boxes[j]) {
                let place = places[j]
                for k in 0..<i where places[k] == place { places[k] = i }
            }
        }
        var count = 0
        for i in places.indices where places[i] == i { count += 1 }
        return count
    }
}

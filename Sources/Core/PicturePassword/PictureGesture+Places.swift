// SPDX-License-Identifier: MIT
import InkGeometry

extension PictureGesture {
    /// The number of places in which something is drawn: groups of strokes and taps whose bounding boxes are at most 24
    /// picture units apart along both axes. A symbol of several strokes is in one place. Strokes after the first 64 do not
    /// count.
    /// - Complexity: O(points + fingers · log(fingers)).
    public var placeCount: Int {
        var boxes: [Rect] = []
        for stroke in StrokeList(self).strokes.prefix(64) { boxes.append(stroke.box) }
        var count = 0
        while let box = boxes.popLast() {
            count += 1
            var group = [box]
            while let box = group.popLast() {
                let reach = box.grown(by: StrokeList.figureGap)
                var others: [Rect] = []
                for other in boxes {
                    if reach.intersects(other) { group.append(other) } else { others.append(other) }
                }
                boxes = others
            }
        }
        return count
    }
}

// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import PicturePassword

/// What a view of any app does with its touches: they are taken down, and they are seen. It works with whatever reader
/// and trail it is given.
struct PictureScreen<Reader: GestureReading, Shown: Trail> {
    private var recorder: GestureRecorder<Reader>
    private var trail: Shown

    init(_ frame: PictureFrame, reader: Reader, trail: Shown) {
        recorder = GestureRecorder(reader: reader)
        recorder.frame = frame
        self.trail = trail
    }

    mutating func touchesBegan(_ finger: UInt32, _ position: Point, _ time: Double) {
        guard let place = recorder.begin(finger, at: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
    }

    mutating func touchesMoved(_ finger: UInt32, _ position: Point, _ time: Double) {
        guard let place = recorder.move(finger, to: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
    }

    mutating func touchesEnded(_ finger: UInt32, _ time: Double) {
        recorder.end(finger, time: time)
        trail.lift(finger, time: time)
    }

    /// What a frame shows, back to front.
    mutating func sprites(at time: Double) -> [TrailSprite] {
        trail.advance(to: time)
        var sprites: [TrailSprite] = []
        trail.visitSprites { sprites.append($0) }
        return sprites
    }

    /// What was drawn, to enrol or to try; the screen is clean afterwards.
    mutating func finish() -> Gesture {
        defer {
            recorder.removeAll()
            trail.clear()
        }
        return recorder.gesture
    }
}

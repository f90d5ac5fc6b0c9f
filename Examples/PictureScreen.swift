// SPDX-License-Identifier: MIT
import Ink
import InkLock

/// A view model that records an app's touches and draws their trail, for any parser and trail.
struct PictureScreen<Parser: GestureParsing, Shown: Trail> {
    private var recorder: GestureRecorder<Parser>
    private var trail: Shown

    init(_ frame: PictureFrame, parser: Parser, trail: Shown) {
        recorder = GestureRecorder(parser: parser)
        recorder.frame = frame
        self.trail = trail
    }

    mutating func touchesBegan(_ finger: UInt32, _ position: InkPoint, _ time: Double) {
        guard let place = recorder.begin(finger, at: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
    }

    mutating func touchesMoved(_ finger: UInt32, _ position: InkPoint, _ time: Double) {
        guard let place = recorder.move(finger, to: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
    }

    mutating func touchesEnded(_ finger: UInt32, _ time: Double) {
        recorder.end(finger, time: time)
        trail.lift(finger, time: time)
    }

    /// Returns the sprites of a frame, back to front.
    mutating func sprites(at time: Double) -> [TrailSprite] {
        trail.advance(to: time)
        var sprites: [TrailSprite] = []
        trail.visitSprites { sprites.append($0) }
        return sprites
    }

    /// Returns the drawing, to enrol or to verify, and clears the screen.
    mutating func finish() -> PictureGesture {
        defer {
            recorder.removeAll()
            trail.clear()
        }
        return recorder.gesture
    }
}

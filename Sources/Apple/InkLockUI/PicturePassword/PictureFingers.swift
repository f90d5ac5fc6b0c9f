// SPDX-License-Identifier: MIT
import InkStroke

/// The fingers and pens on a picture, each with a number of its own. It ignores palms.
@MainActor struct PictureFingers<Touch: Hashable> {
    private var palms = PalmGuard(maximumCount: .max)
    private var fingers: [Touch: UInt32] = [:]
    private var nextFinger: UInt32 = 0

    mutating func begin(_ touch: Touch, _ kind: PalmGuard.Pointer, _ sample: StrokePoint, on pad: PicturePad) {
        switch palms.begin(kind, at: sample.time) {
        case .ignore: return
        case .drawInstead:
            for finger in fingers.values { pad.cancel(finger, time: sample.time) }
            fingers = [:]
        case .draw: break
        }
        fingers[touch] = nextFinger
        pad.begin(nextFinger, at: sample.position, time: sample.time)
        nextFinger &+= 1
    }

    mutating func move(_ touch: Touch, _ kind: PalmGuard.Pointer, _ samples: [StrokePoint], on pad: PicturePad) {
        guard let finger = fingers[touch] else { return }
        if let last = samples.last { palms.report(kind, at: last.time) }
        for sample in samples { pad.move(finger, to: sample.position, time: sample.time) }
    }

    mutating func end(_ touch: Touch, _ kind: PalmGuard.Pointer, at time: Double, on pad: PicturePad) {
        guard let finger = fingers.removeValue(forKey: touch) else { return }
        palms.end(kind, at: time)
        pad.end(finger, time: time)
    }

    mutating func cancel(_ touch: Touch, _ kind: PalmGuard.Pointer, at time: Double, on pad: PicturePad) {
        guard let finger = fingers.removeValue(forKey: touch) else { return }
        palms.end(kind, at: time)
        pad.cancel(finger, time: time)
    }

    /// Reports any event of a device, including one of a pen that hovers above the picture.
    mutating func report(_ kind: PalmGuard.Pointer, at time: Double) { palms.report(kind, at: time) }
}

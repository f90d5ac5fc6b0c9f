// SPDX-License-Identifier: MIT
import InkStroke

/// The touches that a receiver has not seen the end of.
@MainActor final class TouchesInProgress {
    private weak var receiver: (any PointerReceiver)?
    private var touches: Set<PointerTouch> = []

    init(_ receiver: some PointerReceiver) { self.receiver = receiver }

    func begin(_ touch: PointerTouch, _ sample: StrokePoint) {
        touches.insert(touch)
        receiver?.begin(touch, sample)
    }

    func move(_ touch: PointerTouch, _ samples: [StrokePoint]) {
        if touches.contains(touch) { receiver?.move(touch, samples) }
    }

    func end(_ touch: PointerTouch, _ sample: StrokePoint) {
        if touches.remove(touch) != nil { receiver?.end(touch, sample) }
    }

    func cancel(_ touch: PointerTouch, at time: Double) {
        if touches.remove(touch) != nil { receiver?.cancel(touch, at: time) }
    }

    /// Cancels all touches, whose ends arrive no more.
    func cancelAll(at time: Double) {
        let all = touches
        touches = []
        for touch in all { receiver?.cancel(touch, at: time) }
    }

    func report(_ kind: PalmGuard.Pointer, at time: Double) { receiver?.report(kind, at: time) }
}

// SPDX-License-Identifier: MIT
import InkStroke

/// A stroke as another program's file gives it.
struct ForeignStroke {
    /// The samples; their times are **milliseconds** on the file's own clock, which need not begin at 0.
    var samples: [StrokePoint] = []
    /// Milliseconds to add to every sample's time. Apart from the samples, so that an offset of centuries costs their
    /// times no digit.
    var offset = 0.0
    /// False where the file gives no times; every sample's is 0 then.
    var isTimed = true
    var brush = Brush.pen
    var model = StrokeModel.smooth
    /// Which stroke of the file this is, counted from 1.
    var number: Int

    /// Forgets a pressure that never changes from 0 or 0.5: browsers report these for devices that measure none
    /// (W3C Pointer Events: 0.5 while a button is down).
    mutating func forgetPlaceholderPressure() {
        let first = samples.first?.pressure
        guard first == 0 || first == 0.5, samples.allSatisfy({ $0.pressure == first }) else { return }
        for i in samples.indices { samples[i].pressure = nil }
    }
}

// SPDX-License-Identifier: MIT
import InkStroke

/// A stroke from another program's file.
struct ImportedStroke {
    /// The samples. Their times are **milliseconds** on the file's own clock, which need not begin at 0.
    var samples: [StrokePoint] = []
    /// The milliseconds to add to every sample's time. They are separate from the samples, so that an offset of
    /// centuries does not reduce the precision of their times.
    var offset = 0.0
    /// A Boolean value that indicates whether the file contains times. If not, every sample's time is 0.
    var isTimed = true
    var brush = Brush.pen
    var model = StrokeModel.fair
    /// The number of the stroke in the file, counted from 1.
    var number: Int

    /// Removes a pressure that is 0 or 0.5 in all samples. Browsers report these for devices that measure none (W3C
    /// Pointer Events: 0.5 while a button is down).
    mutating func forgetPlaceholderPressure() {
        let first = samples.first?.pressure
        guard first == 0 || first == 0.5, samples.allSatisfy({ $0.pressure == first }) else { return }
        for i in samples.indices { samples[i].pressure = nil }
    }
}

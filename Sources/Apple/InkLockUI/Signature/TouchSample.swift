// SPDX-License-Identifier: MIT
import InkStroke

/// A sample as a device reports it.
struct TouchSample {
    /// The sample in the view's points and in seconds of the device's clock.
    var sample: StrokePoint
    /// The number under which the device will report the sample again, or `nil` if the sample is final.
    var awaited: Int?
}

// SPDX-License-Identifier: MIT
import InkStroke

/// What a device reports about a touch at one moment.
struct PenReport {
    /// In the view's points; its time is in seconds of the device's clock.
    var sample: StrokePoint
    /// What a later report of the same moment will be called; `nil` if there will be none.
    var awaited: Int?
}

// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A countdown such as "Try again in 4 minutes".
struct CountdownText: View {
    /// A closure that returns the time that is left.
    let left: () -> WaitingTime?
    /// A closure that is called at first and at each change of the text.
    let onTick: () -> Void

    var body: some View {
        // Frames come after a change of the device's date too. A schedule of dates may wait for one that was moved.
        TimelineView(.animation(minimumInterval: 1)) { _ in
            let left = left()
            Text(verbatim: left.map { Wording.tryAgain(in: $0) } ?? "").onChange(of: left, initial: true) { onTick() }
        }
    }
}

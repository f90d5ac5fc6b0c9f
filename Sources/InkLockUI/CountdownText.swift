// SPDX-License-Identifier: MIT
import Foundation
import Passcode
import SwiftUI

/// "Try again in 4 minutes", counting down.
struct CountdownText: View {
    let until: Date
    /// Told the time as it passes.
    let onTick: (Date) -> Void

    var body: some View {
        TimelineView(.periodic(from: .now, by: 1)) { timeline in
            let left = WaitingTime(seconds: until.timeIntervalSince(timeline.date))
            Text(verbatim: left.map { Wording.tryAgain(in: $0) } ?? "")
                .onChange(of: left) { onTick(timeline.date) }
        }
    }
}

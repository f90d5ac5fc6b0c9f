// SPDX-License-Identifier: MIT
import Foundation
import Passcode
import SwiftUI

/// A countdown such as "Try again in 4 minutes".
struct CountdownText: View {
    let until: Date
    /// A closure that receives the current time at first and at each change of the text.
    let onTick: (Date) -> Void

    var body: some View {
        TimelineView(.periodic(from: .now, by: 1)) { timeline in
            let left = WaitingTime(seconds: until.timeIntervalSince(timeline.date))
            Text(verbatim: left.map { Wording.tryAgain(in: $0) } ?? "")
                .onChange(of: left, initial: true) { onTick(timeline.date) }
        }
    }
}

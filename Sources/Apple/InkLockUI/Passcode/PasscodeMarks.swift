// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import Passcode
import SwiftUI

/// The marks that fill as the user types and shake after a wrong passcode. VoiceOver reads the number of filled marks
/// only.
struct PasscodeMarks: View {
    let screen: PasscodeScreen
    let layout: KeypadLayout
    let theme: PasscodeTheme
    let motion: PasscodeMotion

    var body: some View {
        TimelineView(.animation(paused: screen.shakenAt == nil)) { timeline in
            row(offset: offset(at: timeline.date))
                .onChange(of: timeline.date) { screen.rest(at: timeline.date, after: motion.shakeSeconds) }
        }
        .accessibilityElement()
        .accessibilityLabel(Wording.passcode)
        .accessibilityValue(Wording.entered(screen.count, of: screen.kind))
        .accessibilityIdentifier("inklock.marks")
    }

    private var box: InkRect { layout.marks.reduce(layout.field ?? .empty) { $0.union($1) } }

    private func offset(at date: Date) -> Double {
        guard let shakenAt = screen.shakenAt else { return 0 }
        return motion.shakeOffset(at: date.timeIntervalSince(shakenAt), width: box.width)
    }

    private func row(offset: Double) -> some View {
        ZStack {
            ForEach(Array(layout.marks.enumerated()), id: \.offset) { i, frame in
                mark(isFilled: i < screen.count, corner: frame.width * PasscodeMetrics.markCorner).placed(frame)
            }
            if let field = layout.field { dots.placed(field) }
        }
        .offset(x: offset)
    }

    private func mark(isFilled: Bool, corner: Double) -> some View {
        RoundedRectangle(cornerRadius: corner)
            .fill(isFilled ? Color(theme.accent) : .clear)
            .overlay { RoundedRectangle(cornerRadius: corner).strokeBorder(Color(theme.edge), lineWidth: 1.5) }
            .animation(.easeOut(duration: motion.stateSeconds), value: isFilled)
    }

    /// The marks of a passcode without a fixed length. Empty marks are omitted, because they would reveal the length.
    private var dots: some View {
        HStack(spacing: PasscodeMetrics.dotGap) {
            ForEach(0..<screen.count, id: \.self) { _ in
                mark(isFilled: true, corner: PasscodeMetrics.dotSide * PasscodeMetrics.markCorner)
                    .frame(width: PasscodeMetrics.dotSide, height: PasscodeMetrics.dotSide)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .overlay { RoundedRectangle(cornerRadius: PasscodeMetrics.fieldCorner).strokeBorder(Color(theme.edge)) }
    }
}

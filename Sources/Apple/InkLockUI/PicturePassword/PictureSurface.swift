// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword
import SwiftUI

/// The picture with the trail of fingers on it and, while a password is defined, with the parts drawn so far.
struct PictureSurface: View {
    let picture: PasswordPicture
    let pad: PicturePad
    /// A Boolean value that indicates whether the first drawing of a new password is shown.
    var showsFirst = false
    @State private var painter = TrailPainter()
    @State private var isDown = false

    var body: some View {
        GeometryReader { proxy in
            ZStack {
                Image(decorative: picture.image, scale: 1).resizable().aspectRatio(contentMode: .fit)
                TimelineView(.animation(paused: !pad.isAnimated)) { timeline in
                    Canvas { context, _ in
                        _ = timeline.date
                        // Touches use the same clock.
                        pad.trail.advance(to: ProcessInfo.processInfo.systemUptime)
                        painter.draw(pad.trail, in: context)
                    }
                    .onChange(of: timeline.date) { pad.rest() }
                }
                if pad.isDefining, let frame = PictureFrame(fitting: picture.size, in: InkSize(proxy.size)) {
                    if showsFirst, let first = pad.first { PictureParts(gesture: first, frame: frame).opacity(0.5) }
                    PictureParts(gesture: pad.drawn, frame: frame)
                }
                touches
            }
            .onChange(of: proxy.size, initial: true) { _, size in pad.setSurface(InkSize(size)) }
        }
        .accessibilityElement()
        .accessibilityLabel(Wording.label(of: picture))
        .accessibilityValue(Wording.parts(pad.partCount))
        .accessibilityHint(Wording.pictureHint)
        .accessibilityAddTraits(.allowsDirectInteraction)
        .accessibilityIdentifier("inklock.picture")
    }

    @ViewBuilder private var touches: some View {
        #if canImport(UIKit)
            PictureTouches(pad: pad)
        #else
            // Without UIKit there is a single pointer.
            Color.clear.contentShape(Rectangle()).gesture(
                DragGesture(minimumDistance: 0)
                    .onChanged { value in
                        let time = uptime(value.time)
                        if isDown {
                            pad.move(0, to: InkPoint(value.location), time: time)
                        } else {
                            pad.begin(0, at: InkPoint(value.location), time: time)
                        }
                        isDown = true
                    }
                    .onEnded { value in
                        pad.end(0, time: uptime(value.time))
                        isDown = false
                    })
        #endif
    }

    /// Converts a date to the clock of the frames.
    private func uptime(_ date: Date) -> Double { ProcessInfo.processInfo.systemUptime + date.timeIntervalSinceNow }
}
